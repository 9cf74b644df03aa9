// The textbook deadlock, for tests: a ring around which packets always go in the same direction, on one
// virtual channel.
#pragma once

#include <tuple>

#include "base/random.hpp"
#include "network/network.hpp"
#include "routing/route.hpp"
#include "topology/grid.hpp"
#include "traffic/traffic.hpp"

namespace ebb::inline engine {

/// A host on each switch.
inline Network ring_of(std::int64_t switches) {
  Torus torus;
  torus.sizes = {switches};
  torus.c = 1;
  return torus.build(Cables{});
}

/// Every host sends as fast as it can to any other host.
struct Anywhere final : Traffic {
  std::uint32_t hosts = 0;
  Bytes size = 2000_B;
  Message next(HostId host, Picoseconds now, HostMemory&) const override {
    const std::uint64_t bits = mix_bits(std::uint64_t{host} << 40 ^ static_cast<std::uint64_t>(now.v));
    const auto hops = static_cast<HostId>(1 + bits % (hosts - 1));
    return {.at = now + 100_ns, .destination = (host + hops) % hosts, .size = size, .tag = 0};
  }
};

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
