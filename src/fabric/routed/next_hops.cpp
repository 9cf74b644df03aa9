#include "fabric/routed/next_hops.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace ebb::inline fabric {
namespace {

const RoutedPrefix* find(const RoutedPrefixes& routes, const std::string& prefix) {
  const auto found = routes.find(prefix);
  return found == routes.end() ? nullptr : &found->second;
}

bool is_attached(const RoutedPrefix& route) {
  return std::ranges::any_of(route.hops, [](const NextHop& hop) { return hop.gateway.empty(); });
}

}  // namespace

std::vector<NextHopGap> find_gaps(const RoutedPrefixes& ospf, const RoutedPrefixes& zebra,
                                  const RoutedPrefixes& kernel) {
  std::vector<NextHopGap> gaps;
  for (const auto& [prefix, route] : ospf) {
    const RoutedPrefix* selected = find(zebra, prefix);
    if (is_attached(route) || (selected && is_attached(*selected))) continue;
    const RoutedPrefix* used = find(kernel, prefix);
    for (const NextHop& hop : route.hops) {
      if (!selected || !selected->hops.contains(hop))
        gaps.push_back({prefix, hop, NextHopGap::Lacks::zebra, false});
      else if (!used || !used->hops.contains(hop))
        gaps.push_back({prefix, hop, NextHopGap::Lacks::kernel, used && used->in_group});
    }
  }
  return gaps;
}

GapText describe(const NextHopGap& gap) {
  const std::string hop = fmt::format("{} via {} ({})", gap.prefix, gap.hop.gateway, gap.hop.port);
  if (gap.lacks == NextHopGap::Lacks::zebra)
    return {fmt::format("OSPF has the next hop {}, but zebra does not select it", hop),
            "look for a static or BGP route of a lower distance: `show ip route`"};
  if (gap.in_group)
    return {
        fmt::format("OSPF and zebra have the next hop {}, but the kernel's next-hop group lacks it", hop),
        "a known fault of FRR: add `no zebra nexthop kernel enable` to its configuration and restart FRR"};
  return {fmt::format("OSPF and zebra have the next hop {}, but the kernel lacks it", hop),
          "compare `show ip route` with `ip route`; restarting zebra installs its routes again"};
}

std::set<std::string> transit_by(const RoutedPrefixes& routes, const std::string& port,
                                 const std::set<std::string>& attached) {
  std::set<std::string> prefixes;
  for (const auto& [prefix, route] : routes)
    for (const NextHop& hop : route.hops)
      if (hop.port == port && !hop.gateway.empty() && !attached.contains(prefix)) prefixes.insert(prefix);
  return prefixes;
}

std::set<std::string> attached_prefixes(const RoutedPrefixes& routes) {
  std::set<std::string> prefixes;
  for (const auto& [prefix, route] : routes)
    if (is_attached(route)) prefixes.insert(prefix);
  return prefixes;
}

}  // namespace ebb::inline fabric
