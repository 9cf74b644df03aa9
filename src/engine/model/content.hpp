// Two events of one kind, port and lane may fall on the same picosecond. Their content decides which comes
// first, never their order in memory.
#pragma once

#include <tuple>

#include "engine/model/network_state.hpp"

namespace ebb::inline engine {

/// Returns what distinguishes packets that become ready for one output.
inline auto content_of(const Packet& p) {
  return std::tuple(std::uint32_t{p.route.phase}, p.source, p.born, p.tag, p.route.to, p.route.out,
                    p.entered);
}

/// Returns what distinguishes delivery notifications for one host.
inline auto content_of(const NetworkState& state, const DeliveryNotification& n) {
  const HostPlace to = state.place[n.destination];
  return std::tuple(n.at_source, !n.stored, n.source, n.born, n.tag, to.at, to.local, n.delivered, n.payload);
}

}  // namespace ebb::inline engine
