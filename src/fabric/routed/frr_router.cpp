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

/// It stays: the counters are read several times a second, and a process costs twenty times an answer.
const std::vector<std::string> link_reader = {"ip", "-j", "-s", "-batch", "-"};

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
          "check that the router answers and that zebra and the daemon of its routing protocol run on it"};
}

Result<std::uint32_t> parse_ping(const std::string& where, const std::string& text) {
  const std::size_t end = text.find(" received"), begin = text.rfind(' ', end - (end == text.npos ? 0 : 1));
  std::uint32_t count = 0;
  if (end != text.npos && begin != text.npos &&
      std::from_chars(text.data() + begin + 1, text.data() + end, count).ptr == text.data() + end)
    return count;
  return Problem{where, fmt::format("ping printed no summary: {}", trimmed(text, " \r\n")),
                 "install the ping of iputils (Debian: iputils-ping)"};
}

std::vector<std::string> FrrRouter::vtysh(const std::vector<std::string>& commands) const {
  std::vector<std::string> words = vtysh_;
  for (const std::string& command : commands) words.insert(words.end(), {"-c", command});
  return words;
}

Result<std::string> FrrRouter::printed(const std::vector<std::string>& words) {
  ToolResult result = shell_.run(words);
  if (!result.ok()) return router_problem(name_, words, result);
  return std::move(result.output);
}

/// vtysh reports a refused line by a text that starts with '%'; its exit status depends on the version.
Problems FrrRouter::execute(const std::vector<std::string>& commands) {
  const std::vector<std::string> words = vtysh(commands);
  const ToolResult result = shell_.run(words);
  if (!result.ok() || trimmed(result.output, " \r\n").starts_with('%'))
    return {router_problem(name_, words, result)};
  return {};
}

Problems FrrRouter::configure(const std::vector<std::string>& lines) {
  std::vector<std::string> commands = {"configure terminal"};
  commands.insert(commands.end(), lines.begin(), lines.end());
  return execute(commands);
}

void FrrRouter::request_reading() { shell_.start(reading_command(protocol_, vtysh_)); }

Result<RouterReading> FrrRouter::requested_reading() {
  const ToolResult result = shell_.finish();
  if (!result.ok()) return router_problem(name_, reading_command(protocol_, vtysh_), result);
  return parse_reading(name_, protocol_, result.output);
}

Result<RoutedPrefixes> FrrRouter::zebra_routes() {
  return parsed(name_, printed(vtysh({"show ip route json"})), parse_zebra_routes);
}
Result<RoutedPrefixes> FrrRouter::kernel_routes() {
  return parsed(name_, printed({"ip", "-j", "route"}), parse_kernel_routes);
}

void FrrRouter::request_links() { shell_.ask(link_reader, "link show"); }

Result<std::map<std::string, RouterLink>> FrrRouter::requested_links() {
  const ToolResult result = shell_.answer();
  if (!result.ok()) return router_problem(name_, link_reader, result);
  return parse_links(name_, result.output);
}

Problems FrrRouter::drain(bool on) {
  const std::string no = on ? "" : "no ";
  if (protocol_ == RoutingProtocol::bgp) return configure({"router bgp", no + "bgp graceful-shutdown"});
  return configure({"router ospf", no + "max-metric router-lsa administrative"});
}

Problems FrrRouter::set_cost(const std::string& port, PortCost cost, const RouterReading& now) {
  const auto found = now.ports.find(port);
  if (found == now.ports.end())
    return {{name_, fmt::format("{} does not run on port {}", title_of(protocol_), port),
             "compare the inventory with the router's configuration"}};
  return protocol_ == RoutingProtocol::ospf ? set_ospf_cost(port, cost, found->second)
                                            : set_bgp_cost(port, cost, found->second, now.as);
}

Problems FrrRouter::set_ospf_cost(const std::string& port, PortCost cost, const ProtocolPort& now) {
  const auto raised = raised_.find(port);
  const std::uint32_t usual = raised != raised_.end()  ? raised->second
                              : now.cost >= ospf_drain ? now.cost - ospf_drain
                                                       : now.cost;
  if (usual == 0 || usual + ospf_drain > 65'535)
    return {{name_, fmt::format("port {} costs {}, so that it cannot be drained", port, now.cost),
             fmt::format("give it a cost from 1 to {}: `ip ospf cost`", 65'535 - ospf_drain)}};
  const std::uint32_t wanted = cost == PortCost::usual    ? usual
                               : cost == PortCost::raised ? usual + 1
                                                          : usual + ospf_drain;
  if (cost == PortCost::raised) raised_[port] = usual;
  Problems problems = configure({"interface " + port, fmt::format("ip ospf cost {}", wanted)});
  if (problems.empty() && cost != PortCost::raised) raised_.erase(port);
  return problems;
}

/// A longer AS path, for those who hear of paths by this link.
Problems FrrRouter::set_bgp_cost(const std::string& port, PortCost cost, const ProtocolPort& now,
                                 std::uint32_t as) {
  const bool ours = now.policy == raised_map || now.policy == drained_map;
  if (!now.policy.empty() && !ours)
    return {{name_,
             fmt::format("port {} has the route map {}, which a drain would replace", port, now.policy),
             "drain whole routers only, or drop `route-map … out` of this neighbour"}};
  const std::vector<std::string> enter = {"router bgp", "address-family ipv4 unicast"};
  const auto neighbour = [&](const std::string& map) {
    return fmt::format("neighbor {} route-map {} out", now.neighbour, map);
  };
  std::vector<std::string> lines;
  if (cost == PortCost::usual) {
    if (!ours) return {};
    lines = {enter[0], enter[1], "no " + neighbour(now.policy)};
  } else {
    const bool little = cost == PortCost::raised;
    const std::string map = little ? raised_map : drained_map;
    std::string prepend = "set as-path prepend";
    for (std::uint32_t k = 0; k < (little ? 1 : bgp_drain); ++k) prepend += fmt::format(" {}", as);
    lines = {fmt::format("route-map {} permit 10", map), prepend, "exit", enter[0], enter[1], neighbour(map)};
  }
  return configure(lines);
}

Problems FrrRouter::enable_port(const std::string& port, bool on) {
  const auto done = printed({"ip", "link", "set", port, on ? "up" : "down"});
  return done ? Problems{} : done.problems();
}

Problems FrrRouter::reset_adjacency(const std::string& port, const RouterReading& now) {
  if (protocol_ == RoutingProtocol::ospf) return execute({"clear ip ospf interface " + port});
  const auto found = now.ports.find(port);
  if (found == now.ports.end() || found->second.neighbour.empty()) return {};  // it forms one anyway
  return execute({"clear bgp " + found->second.neighbour});
}

Problems FrrRouter::forget_groups() { return configure({"zebra nexthop-group keep 1"}); }

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
