// The routing protocols by which a router is drained.
#pragma once

#include <array>
#include <cstdint>
#include <string_view>

namespace ebb::inline fabric {

enum class RoutingProtocol : std::uint8_t { ospf, bgp };
constexpr auto names_of(RoutingProtocol) { return std::array<std::string_view, 2>{"ospf", "bgp"}; }
constexpr std::string_view title_of(RoutingProtocol protocol) {
  return protocol == RoutingProtocol::ospf ? "OSPF" : "BGP";
}

/// Cost of a link, against the one that it was configured with.
enum class PortCost : std::uint8_t {
  usual,
  raised,   ///< by 1: routers that have another path of equal cost leave this one
  drained,  ///< used only where there is no other path
};

/// A drained port costs this more with OSPF, so that its usual cost can be read from it even by an agent that
/// was started later. The largest cost of OSPF is 65535.
inline constexpr std::uint32_t ospf_drain = 60'000;
/// Links of a router that advertises max-metric (RFC 6987), or that shuts down gracefully (RFC 8326).
inline constexpr std::uint32_t drained_router_cost = 65'535;
/// Times that a router prepends its AS number on a drained link; more than a path has routers.
inline constexpr std::uint32_t bgp_drain = 30;

}  // namespace ebb::inline fabric
