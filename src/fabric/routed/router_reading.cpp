#include "fabric/routed/router_reading.hpp"

#include <arpa/inet.h>
#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <optional>
#include <sstream>

#include "base/problem.hpp"
#include "base/trimmed.hpp"
#include "fabric/routed/frr_text.hpp"
#include "fabric/routed/router_shell.hpp"

namespace ebb::inline fabric {
namespace {

/// An IPv4 address as a number; nullopt for other text.
std::optional<std::uint32_t> ipv4(const std::string& text) {
  in_addr address{};
  if (inet_pton(AF_INET, text.c_str(), &address) != 1) return {};
  return ntohl(address.s_addr);
}

bool contains(const std::string& prefix, std::uint32_t address) {
  const std::size_t slash = prefix.find('/');
  const auto base = ipv4(prefix.substr(0, slash));
  unsigned length = 0;
  std::from_chars(prefix.data() + slash + 1, prefix.data() + prefix.size(), length);
  if (!base || slash == prefix.npos || length == 0 || length > 32) return false;
  return (*base ^ address) >> (32 - length) == 0;
}

/// The port to which a neighbour of BGP is attached. Unnumbered ones have the port's name.
std::string port_of(const std::string& neighbour, const RoutedPrefixes& kernel) {
  const auto address = ipv4(neighbour);
  if (!address) return neighbour;
  for (const auto& [prefix, route] : kernel)
    for (const NextHop& hop : route.hops)
      if (hop.gateway.empty() && contains(prefix, *address)) return hop.port;
  return {};
}

std::uint32_t cost_by(const std::string& policy) {
  if (policy == raised_map) return 2;
  return policy == drained_map ? 1 + bgp_drain : 1;
}

/// " neighbor 10.87.0.0 route-map EBB-DRAINED out" and " bgp graceful-shutdown" of a configuration.
void read_configuration(const std::string& text, const std::map<std::string, std::string>& port_by_neighbour,
                        RouterReading& reading) {
  std::istringstream lines(text);
  for (std::string line; std::getline(lines, line);) {
    std::istringstream in(line);
    std::string words[5];
    for (std::string& word : words) in >> word;
    if (words[0] == "bgp" && words[1] == "graceful-shutdown" && words[2].empty()) reading.drained = true;
    if (words[0] != "neighbor" || words[2] != "route-map" || words[4] != "out") continue;
    const auto port = port_by_neighbour.find(words[1]);
    if (port == port_by_neighbour.end()) continue;
    ProtocolPort& entry = reading.ports[port->second];
    entry.policy = words[3], entry.cost = cost_by(words[3]);
  }
}

Result<RouterReading> read_ospf(const std::string& where, const std::vector<std::string>& texts) {
  RouterReading reading;
  const auto drained = parse_router_drained(where, texts[1]);
  if (!drained) return drained.problems();
  const auto neighbours = parse_ospf_neighbours(where, texts[2]);
  if (!neighbours) return neighbours.problems();
  const auto costs = parse_ospf_costs(where, texts[3]);
  if (!costs) return costs.problems();
  reading.drained = *drained;
  for (const auto& [port, cost] : *costs) reading.ports[port].cost = cost;
  for (const OspfNeighbour& one : *neighbours)
    if (const auto port = reading.ports.find(one.port); port != reading.ports.end()) {
      port->second.adjacent = port->second.adjacent || one.full;
      port->second.neighbour = one.address;
    }
  return reading;
}

Result<RouterReading> read_bgp(const std::string& where, const std::vector<std::string>& texts,
                               const RoutedPrefixes& kernel) {
  RouterReading reading;
  const auto summary = parse_bgp_summary(where, texts[1]);
  if (!summary) return summary.problems();
  reading.as = summary->as;
  std::map<std::string, std::string> port_by_neighbour;
  for (const auto& [neighbour, established] : summary->established) {
    const std::string port = port_of(neighbour, kernel);
    if (port.empty()) continue;
    reading.ports[port].adjacent = established, reading.ports[port].neighbour = neighbour;
    port_by_neighbour[neighbour] = port;
  }
  if (texts[2].find("router bgp") == std::string::npos)
    return Problem{where, "`show running-config bgpd` shows no `router bgp`", "check that bgpd runs"};
  read_configuration(texts[2], port_by_neighbour, reading);
  return reading;
}

}  // namespace

bool leads_to(const RoutedPrefixes& routes, const std::string& address, const std::string& port) {
  const auto number = ipv4(address);
  return number && std::ranges::any_of(routes, [&](const auto& route) {
           return contains(route.first, *number) && route_by(routes, route.first, port);
         });
}

std::vector<std::string> json_documents(const std::string& text) {
  std::vector<std::string> documents;
  std::size_t begin = 0;
  while ((begin = text.find_first_not_of(" \r\n", begin)) != text.npos &&
         (text[begin] == '{' || text[begin] == '[')) {
    std::size_t end = begin;
    int depth = 0;
    bool quoted = false;
    do {
      const char c = text[end];
      if (c == '"' && text[end - (end > 0)] != '\\') quoted = !quoted;
      if (!quoted) depth += (c == '{' || c == '[') - (c == '}' || c == ']');
      ++end;
    } while (depth > 0 && end < text.size());
    documents.push_back(text.substr(begin, end - begin));
    begin = end;
  }
  documents.push_back(begin == text.npos ? "" : text.substr(begin));
  return documents;
}

std::vector<std::string> reading_command(RoutingProtocol protocol, const std::vector<std::string>& vtysh) {
  std::string line = "ip -j route &&";
  for (const std::string& word : vtysh) line += " " + quoted_word(word);
  line += protocol == RoutingProtocol::ospf
              ? " -c 'show ip ospf json' -c 'show ip ospf neighbor json' -c 'show ip ospf interface json'"
              : " -c 'show bgp ipv4 unicast summary json' -c 'show running-config bgpd'";
  return {"sh", "-c", line};
}

Result<RouterReading> parse_reading(const std::string& where, RoutingProtocol protocol,
                                    const std::string& text) {
  const std::vector<std::string> texts = json_documents(text);
  const bool ospf = protocol == RoutingProtocol::ospf;
  const std::size_t wanted = ospf ? 5 : 3;
  if (texts.size() != wanted || (ospf && !trimmed(texts.back(), " \r\n").empty()))
    return Problem{where,
                   fmt::format("does not show the state of {}: \"{}\"", title_of(protocol),
                               trimmed(texts.back(), " \r\n").substr(0, 80)),
                   fmt::format("check that zebra and {} run on it", ospf ? "ospfd" : "bgpd")};
  auto kernel = parse_kernel_routes(where, texts[0]);
  if (!kernel) return kernel.problems();
  auto reading = ospf ? read_ospf(where, texts) : read_bgp(where, texts, *kernel);
  if (reading) reading->kernel = std::move(*kernel);
  return reading;
}

}  // namespace ebb::inline fabric
