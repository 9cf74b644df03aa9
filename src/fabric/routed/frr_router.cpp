#include "fabric/routed/frr_router.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <charconv>

#include "base/trimmed.hpp"

namespace ebb::inline fabric {
namespace {

/// Runs a parser on what a command printed.
template <class Parse>
auto parsed(const std::string& name, const Result<std::string>& text, Parse parse)
    -> decltype(parse(name, *text)) {
  if (!text) return text.problems();
  return parse(name, *text);
}

const std::vector<std::string> show_links = {"ip", "-j", "-s", "link"};

}  // namespace

Problem router_problem(const std::string& router, const std::vector<std::string>& words,
                       const ToolResult& result) {
  const std::string command = fmt::format("`{}`", fmt::join(words, " "));
  if (result.missing)
    return {router, fmt::format("{} cannot run: it is not installed", command),
            "vtysh comes with FRR (Debian: frr), ip with iproute2"};
  if (result.late)
    return {router, fmt::format("{} takes too long", command), "check that the router answers"};
  return {router, fmt::format("{} failed: {}", command, trimmed(result.said(), " \r\n")),
          "check that the router answers and that zebra and ospfd run on it"};
}

Result<std::uint32_t> parse_ping(const std::string& where, const std::string& text) {
  const std::size_t end = text.find(" received"), begin = text.rfind(' ', end - (end == text.npos ? 0 : 1));
  std::uint32_t count = 0;
  if (end != text.npos && begin != text.npos &&
      std::from_chars(text.data() + begin + 1, text.data() + end, count).ptr == text.data() + end)
    return count;
  return Problem{where, fmt::format("ping printed no summary: {}", trimmed(text, " \r\n")),
                 "iputils-ping is expected"};
}

std::vector<std::string> FrrRouter::vtysh(const std::vector<std::string>& commands) const {
  std::vector<std::string> words = {"vtysh"};
  if (!path_space_.empty()) words.insert(words.end(), {"-N", path_space_});
  for (const std::string& command : commands) words.insert(words.end(), {"-c", command});
  return words;
}

Result<std::string> FrrRouter::printed(const std::vector<std::string>& words) {
  ToolResult result = shell_.run(words);
  if (!result.ok()) return router_problem(name_, words, result);
  return std::move(result.output);
}

Result<std::string> FrrRouter::show(const std::string& command) { return printed(vtysh({command})); }

/// vtysh reports a refused line by a text that starts with '%'; its exit status depends on the version.
Problems FrrRouter::configure(const std::vector<std::string>& lines) {
  std::vector<std::string> commands = {"configure terminal"};
  commands.insert(commands.end(), lines.begin(), lines.end());
  const std::vector<std::string> words = vtysh(commands);
  const ToolResult result = shell_.run(words);
  if (!result.ok() || trimmed(result.output, " \r\n").starts_with('%'))
    return {router_problem(name_, words, result)};
  return {};
}

Result<std::vector<OspfNeighbour>> FrrRouter::neighbours() {
  return parsed(name_, show("show ip ospf neighbor json"), parse_ospf_neighbours);
}
Result<RoutedPrefixes> FrrRouter::ospf_routes() {
  return parsed(name_, show("show ip ospf route json"), parse_ospf_routes);
}
Result<RoutedPrefixes> FrrRouter::zebra_routes() {
  return parsed(name_, show("show ip route json"), parse_zebra_routes);
}
Result<RoutedPrefixes> FrrRouter::kernel_routes() {
  return parsed(name_, printed({"ip", "-j", "route"}), parse_kernel_routes);
}
Result<bool> FrrRouter::is_drained() {
  return parsed(name_, show("show ip ospf json"), parse_router_drained);
}
Result<std::map<std::string, std::uint32_t>> FrrRouter::costs() {
  return parsed(name_, show("show ip ospf interface json"), parse_ospf_costs);
}
Result<std::map<std::string, RouterLink>> FrrRouter::links() {
  return parsed(name_, printed(show_links), parse_links);
}

void FrrRouter::request_links() { shell_.start(show_links); }

Result<std::map<std::string, RouterLink>> FrrRouter::requested_links() {
  const ToolResult result = shell_.finish();
  if (!result.ok()) return router_problem(name_, show_links, result);
  return parse_links(name_, result.output);
}

Problems FrrRouter::drain(bool on) {
  return configure({"router ospf",
                    on ? "max-metric router-lsa administrative" : "no max-metric router-lsa administrative"});
}

Problems FrrRouter::set_cost(const std::string& port, PortCost cost) {
  const auto set = [&](std::uint32_t value) {
    return configure({"interface " + port, fmt::format("ip ospf cost {}", value)});
  };
  if (cost != PortCost::usual && !cost_before_.contains(port)) {
    const auto now = costs();
    if (!now) return now.problems();
    if (!now->contains(port))
      return {{name_, fmt::format("OSPF does not run on port {}", port), "compare `show ip ospf interface`"}};
    if (now->at(port) < largest_ospf_cost) cost_before_[port] = now->at(port);
  }
  const auto before = cost_before_.find(port);
  if (cost == PortCost::largest) return set(largest_ospf_cost);
  if (cost == PortCost::raised) return before == cost_before_.end() ? Problems{} : set(before->second + 1);
  if (before == cost_before_.end()) return configure({"interface " + port, "no ip ospf cost"});
  Problems problems = set(before->second);
  if (problems.empty()) cost_before_.erase(before);
  return problems;
}

Problems FrrRouter::enable_port(const std::string& port, bool on) {
  const auto done = printed({"ip", "link", "set", port, on ? "up" : "down"});
  return done ? Problems{} : done.problems();
}

Result<std::uint32_t> FrrRouter::ping(const std::string& port, const std::string& address,
                                      std::uint32_t count) {
  const std::vector<std::string> words = {
      "ping", "-n", "-q", "-c", std::to_string(count), "-i", "0.02", "-W", "1", "-I", port, address};
  const ToolResult result = shell_.run(words);
  if (result.exit_code != 0 && result.exit_code != 1)  // 1: some were not answered
    return router_problem(name_, words, result);
  return parse_ping(name_, result.output);
}

}  // namespace ebb::inline fabric
