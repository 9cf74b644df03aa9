#include "fabric/routed/frr_text.hpp"

#include <fmt/format.h>

#include <nlohmann/json.hpp>

#include "base/problem.hpp"
#include "base/trimmed.hpp"
#include "fabric/routed/json_scanner.hpp"

namespace ebb::inline fabric {
namespace {

using nlohmann::json;

/// The reason without the library's "[json.exception.…] ".
std::string reason(const json::exception& error) {
  const std::string_view text = error.what();
  const std::size_t end = text.find("] ");
  return std::string(end == text.npos ? text : text.substr(end + 2));
}

std::string place(const std::string& where, const char* command) {
  return fmt::format("{}: {}", where, command);
}

Problem unusable(const std::string& where, const char* command, const std::string& why) {
  return {place(where, command), "printed JSON that cannot be used: " + why,
          "install FRR 8.4 or later, or iproute2 5 or later"};
}

/// What `command` printed, if it looks like JSON.
Result<std::string_view> json_text(const std::string& where, const char* command, const std::string& text) {
  const std::string_view printed = trimmed(text, " \r\n");
  if (printed.empty())
    return Problem{place(where, command), "printed nothing", "check that FRR runs on this router"};
  if (printed.front() != '{' && printed.front() != '[')  // "ospfd is not running"
    return Problem{place(where, command),
                   fmt::format("printed \"{}\" instead of JSON", printed.substr(0, 80)),
                   "check that zebra and the daemon of its routing protocol run on this router"};
  return printed;
}

/// Reads the JSON that `command` printed. Whatever `read` finds missing or of another type is a problem.
template <class T, class Read>
Result<T> read_json(const std::string& where, const char* command, const std::string& text, Read read) {
  const auto printed = json_text(where, command, text);
  if (!printed) return printed.problems();
  try {
    T value{};
    read(json::parse(*printed), value);
    return value;
  } catch (const json::exception& error) {
    return unusable(where, command, reason(error));
  }
}

// Iterating over a value of another type would find nothing, and nothing is what a drained router has.
const json::object_t& members(const json& object) { return object.get_ref<const json::object_t&>(); }
const json::array_t& elements(const json& array) { return array.get_ref<const json::array_t&>(); }

/// `ip` omits the length of a host route and writes the default route as a word.
std::string full_prefix(const std::string& prefix) {
  if (prefix == "default") return "0.0.0.0/0";
  return prefix.find('/') == prefix.npos ? prefix + "/32" : prefix;
}

bool has_flag(const json& object, std::string_view wanted) {
  for (const json& flag : elements(object.at("flags")))
    if (flag.get<std::string>() == wanted) return true;
  return false;
}

void add_kernel_hop(const json& from, RoutedPrefix& route) {
  if (has_flag(from, "dead") || has_flag(from, "linkdown")) return;
  route.hops.insert({from.value("gateway", ""), from.at("dev").get<std::string>()});
}

/// Reads `"rx":{"bytes":…,"packets":…}` or `"tx":…`. Returns whether both counts are there.
bool take_counts(JsonScanner& scanner, std::uint64_t& bytes, std::uint64_t& frames) {
  int found = 0;
  scanner.object([&](std::string_view key) {
    if (key == "bytes")
      bytes = scanner.count(), ++found;
    else if (key == "packets")
      frames = scanner.count(), ++found;
    else
      scanner.skip();
  });
  return found == 2;
}

void take_flags(JsonScanner& scanner, RouterLink& link) {
  bool carrier = false;
  scanner.array([&] {
    const std::string_view flag = scanner.string();
    link.enabled = link.enabled || flag == "UP";
    carrier = carrier || flag == "LOWER_UP";
  });
  link.up = link.enabled && carrier;
}

void take_link(JsonScanner& scanner, std::map<std::string, RouterLink>& links) {
  RouterLink link;
  std::string_view name;
  int found = 0;
  scanner.object([&](std::string_view key) {
    if (key == "ifname")
      name = scanner.string();
    else if (key == "flags")
      take_flags(scanner, link), ++found;
    else if (key == "stats64")
      scanner.object([&](std::string_view direction) {
        if (direction == "rx")
          found += take_counts(scanner, link.received_bytes, link.received_frames);
        else if (direction == "tx")
          found += take_counts(scanner, link.sent_bytes, link.sent_frames);
        else
          scanner.skip();
      });
    else
      scanner.skip();
  });
  if (name.empty() || found != 3) throw JsonScanner::Damage{"a link without a name, flags or counters"};
  links[std::string(name)] = link;
}

}  // namespace

Result<std::vector<OspfNeighbour>> parse_ospf_neighbours(const std::string& where, const std::string& text) {
  using Neighbours = std::vector<OspfNeighbour>;
  return read_json<Neighbours>(
      where, "show ip ospf neighbor json", text, [](const json& all, Neighbours& neighbours) {
        for (const auto& [id, adjacencies] : members(all.at("neighbors")))
          for (const json& one : elements(adjacencies)) {
            // The interface's name is followed by its own address: "s0:10.87.0.0".
            const std::string port = one.at("ifaceName").get<std::string>();
            neighbours.push_back({id, one.at("ifaceAddress").get<std::string>(),
                                  port.substr(0, port.rfind(':')),
                                  one.at("nbrState").get<std::string>().starts_with("Full")});
          }
      });
}

Result<bool> parse_router_drained(const std::string& where, const std::string& text) {
  return read_json<bool>(where, "show ip ospf json", text, [](const json& all, bool& drained) {
    bool every = true;
    for (const auto& [area, one] : members(all.at("areas")))
      every = every && one.value("indefiniteActiveAdmin", false);
    drained = every && !all.at("areas").empty();
  });
}

Result<std::map<std::string, std::uint32_t>> parse_ospf_costs(const std::string& where,
                                                              const std::string& text) {
  using Costs = std::map<std::string, std::uint32_t>;
  return read_json<Costs>(where, "show ip ospf interface json", text, [](const json& all, Costs& costs) {
    for (const auto& [port, one] : members(all.at("interfaces")))
      if (const auto cost = one.find("cost"); cost != one.end())  // an interface that is down has none
        cost->get_to(costs[port]);
  });
}

Result<BgpSummary> parse_bgp_summary(const std::string& where, const std::string& text) {
  const char* command = "show bgp ipv4 unicast summary json";
  return read_json<BgpSummary>(where, command, text, [](const json& all, BgpSummary& summary) {
    all.at("as").get_to(summary.as);
    for (const auto& [neighbour, one] : members(all.at("peers")))
      summary.established[neighbour] = one.at("state").get<std::string>() == "Established";
  });
}

Result<RoutedPrefixes> parse_zebra_routes(const std::string& where, const std::string& text) {
  return read_json<RoutedPrefixes>(
      where, "show ip route json", text, [](const json& all, RoutedPrefixes& routes) {
        for (const auto& [prefix, candidates] : members(all))
          for (const json& one : elements(candidates)) {
            if (!one.value("selected", false)) continue;
            RoutedPrefix& route = routes[full_prefix(prefix)];
            for (const json& hop : elements(one.at("nexthops")))
              if (hop.value("active", false) && hop.value("fib", false))
                route.hops.insert({hop.value("ip", ""), hop.at("interfaceName").get<std::string>()});
          }
      });
}

Result<RoutedPrefixes> parse_kernel_routes(const std::string& where, const std::string& text) {
  return read_json<RoutedPrefixes>(where, "ip -j route", text, [](const json& all, RoutedPrefixes& routes) {
    for (const json& one : elements(all)) {
      // Of several routes to a prefix, the kernel prints the one that it uses first.
      const auto [at, is_new] = routes.try_emplace(full_prefix(one.at("dst").get<std::string>()));
      if (!is_new) continue;
      at->second.in_group = one.contains("nhid");
      if (const auto hops = one.find("nexthops"); hops != one.end())
        for (const json& hop : elements(*hops)) add_kernel_hop(hop, at->second);
      else if (one.contains("dev"))  // others are unreachable, or packets are dropped there
        add_kernel_hop(one, at->second);
    }
  });
}

Result<std::map<std::string, RouterLink>> parse_links(const std::string& where, const std::string& text) {
  const char* command = "ip -j -s link";
  const auto printed = json_text(where, command, text);
  if (!printed) return printed.problems();
  try {
    std::map<std::string, RouterLink> links;
    JsonScanner scanner(*printed);
    scanner.array([&] { take_link(scanner, links); });
    scanner.expect_end();
    return links;
  } catch (const JsonScanner::Damage& damage) {
    return unusable(where, command, damage.what);
  }
}

}  // namespace ebb::inline fabric
