// Always clockwise round a ring. A packet changes to virtual channel 1 at switch 0, so that no channel is
// occupied all the way round: two are enough.
#include "ring_clockwise.hpp"

#include "ebb/routing_entry.hpp"

namespace ring {
namespace {

struct RingClockwise {
  std::uint16_t clockwise = 0;  ///< the port

  static constexpr auto fields() { return std::tuple{}; }
  ebb::Problems check(const ebb::Network& network) const {
    for (ebb::SwitchId s = 0; s < network.switches(); ++s) {
      const std::uint32_t ports = network.ports_of(s);
      const ebb::SwitchId next = (s + 1) % network.switches();
      const bool ring = ports >= 3 &&
                        !network.is_host_port(network.peer[network.first_port[s] + ports - 2]) &&
                        network.owner[network.peer[network.first_port[s] + ports - 2]] == next;
      if (!ring) return {{"name", "needs a ring", "choose topology \"ring\""}};
    }
    return {};
  }
  void prepare(const ebb::Network& network) {
    clockwise = static_cast<std::uint16_t>(network.ports_of(0) - 2);
  }
  int vcs() const { return 2; }

  template <class Depth>
  ebb::Hop route(ebb::SwitchId here, ebb::Route& packet, const Depth&, std::uint64_t) const {
    if (packet.to == here) return {packet.out, 0};
    if (here == 0) packet.phase = 1;
    packet.hops = (packet.hops + 1) & 255;
    return {clockwise, static_cast<std::uint8_t>(packet.phase)};
  }
  template <class Each>
  void options(ebb::SwitchId here, const ebb::Route& packet, Each each) const {
    if (packet.to == here) return each(ebb::Hop{packet.out, 0}, packet);
    ebb::Route next = packet;
    if (here == 0) next.phase = 1;
    each(ebb::Hop{clockwise, static_cast<std::uint8_t>(next.phase)}, next);
  }
};

}  // namespace

ebb::Entry<ebb::AnyRouting> ring_clockwise() {
  return ebb::routing_entry<RingClockwise>("ring_clockwise", "ring: always clockwise");
}

}  // namespace ring
