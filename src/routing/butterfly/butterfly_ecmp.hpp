// Deterministic routing over all shortest paths of the flattened butterfly. At each switch a hash of source
// and destination host selects one of the channels that bring the packet nearer (ECMP), with the hop as a
// seed, so that choices do not polarize. Packets of a pair of hosts stay in order. Virtual channel = hops
// taken so far, as in minimal_adaptive.hpp.
#pragma once

#include "base/accelerator/device.hpp"
#include "network/network.hpp"
#include "routing/butterfly/minimal_adaptive.hpp"

namespace ebb::inline routing {

struct ButterflyEcmp : MinimalAdaptive {
  static constexpr bool salt_is_source = true;

  template <class QueueLength>
  EBB_DEVICE Hop route(SwitchId here, Route& packet, const QueueLength&, std::uint64_t source) const {
    if (packet.to == here) return {packet.out, 0};
    std::uint32_t choices = 0;
    options(here, packet, [&](Hop, const Route&) { ++choices; });
    const std::uint64_t flow = mix_bits(source << 32 | packet.to) + packet.out;
    std::uint32_t left = pick(route_bits(flow, packet.hops), choices);
    Hop chosen{};
    options(here, packet, [&](Hop hop, const Route&) {
      if (left-- == 0) chosen = hop;
    });
    ++packet.hops;
    return chosen;
  }
};

}  // namespace ebb::inline routing
