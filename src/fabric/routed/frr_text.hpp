// Parses what FRR (vtysh, `show … json`) and the kernel's `ip -j` print. Recorded from FRR 8.4. Output that
// is damaged, or not what these commands print, is refused with the reason: a router that is misread would be
// taken for drained or awake.
#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <vector>

#include "base/result.hpp"
#include "fabric/routed/next_hops.hpp"

namespace ebb::inline fabric {

struct OspfNeighbour {
  std::string router_id, address, port;
  bool full = false;  ///< the adjacency is complete

  bool operator==(const OspfNeighbour&) const = default;
};

struct BgpSummary {
  std::uint32_t as = 0;                     ///< the router's own AS number
  std::map<std::string, bool> established;  ///< by neighbour: its address, or its port
};

/// An interface, as the kernel counts it.
struct RouterLink {
  bool enabled = false;  ///< administratively up
  bool up = false;       ///< it has a carrier
  std::uint64_t sent_bytes = 0, received_bytes = 0, sent_frames = 0, received_frames = 0;

  bool operator==(const RouterLink&) const = default;
};

// `where` names the router in a problem.

/// `show ip ospf neighbor json`.
Result<std::vector<OspfNeighbour>> parse_ospf_neighbours(const std::string& where, const std::string& text);
/// `show ip ospf json`: whether the router advertises max-metric on command.
Result<bool> parse_router_drained(const std::string& where, const std::string& text);
/// `show ip ospf interface json`: the cost of each interface.
Result<std::map<std::string, std::uint32_t>> parse_ospf_costs(const std::string& where,
                                                              const std::string& text);
/// `show bgp ipv4 unicast summary json`.
Result<BgpSummary> parse_bgp_summary(const std::string& where, const std::string& text);
/// `show ip route json`: of each prefix the selected route, with the next hops that zebra holds for
/// installed.
Result<RoutedPrefixes> parse_zebra_routes(const std::string& where, const std::string& text);
/// `ip -j route`: next hops that the kernel would use. A dead one, or one without a link, is none.
Result<RoutedPrefixes> parse_kernel_routes(const std::string& where, const std::string& text);
/// `ip -j -s link`: interfaces by name.
Result<std::map<std::string, RouterLink>> parse_links(const std::string& where, const std::string& text);

}  // namespace ebb::inline fabric
