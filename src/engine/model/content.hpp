// What settles ties that the kind, port and lane of an event leave open: content, never who came first.
#pragma once

#include <tuple>

#include "engine/model/network_state.hpp"

namespace ebb::inline engine {

/// Of a packet that becomes ready for an output.
inline auto content_of(const Packet& p) {
  return std::tuple(std::uint32_t{p.route.phase}, p.source, p.born, p.tag, p.route.to, p.route.out,
                    p.entered);
}

/// Of news for a host.
inline auto content_of(const NetworkState& state, const News& n) {
  const HostPlace to = state.place[n.destination];
  return std::tuple(n.at_source, n.source, n.born, n.tag, to.at, to.local, n.delivered);
}

}  // namespace ebb::inline engine
