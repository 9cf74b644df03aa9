// The textbook deadlock, for tests: a ring around which packets always go the same way, on one virtual
// channel.
#pragma once

#include <tuple>

#include "network/network.hpp"
#include "routing/route.hpp"
#include "topology/grid.hpp"

namespace ebb::inline engine {

/// A host on each switch.
inline Network ring_of(std::int64_t switches) {
  Torus torus;
  torus.sizes = {switches};
  torus.c = 1;
  return torus.build(Cables{});
}

struct Clockwise {
  std::uint16_t forward = 0;  ///< the port to the next switch, the same everywhere

  explicit Clockwise(const Network& ring) {
    while (ring.is_host_port(ring.peer[forward]) || ring.owner[ring.peer[forward]] != 1) ++forward;
  }
  static constexpr auto fields() { return std::tuple{}; }
  int vcs() const { return 1; }
  template <class QueueLength>
  Hop route(SwitchId here, Route& packet, const QueueLength&, std::uint64_t) const {
    return packet.to == here ? Hop{packet.out, 0} : Hop{forward, 0};
  }
};

}  // namespace ebb::inline engine
