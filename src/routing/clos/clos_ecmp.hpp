// Deterministic routing on the folded Clos: the path up is fixed by the source host, the destination host, or
// both, so packets of a pair of hosts stay in order. By source or destination, hosts are assigned to the up
// ports in turn (S-mod-k and D-mod-k): level l uses the l-th digit of the host's number. Both together are
// hashed, as switches do with the addresses of a flow (ECMP), with the hop as a seed: the choices of one
// level do not repeat those of the level below (no polarization). One virtual channel (clos_paths.hpp).
#pragma once

#include <array>
#include <string_view>

#include "base/accelerator/device.hpp"
#include "base/fields.hpp"
#include "base/problem.hpp"
#include "network/network.hpp"
#include "routing/awake_ports.hpp"
#include "routing/clos/clos_paths.hpp"

namespace ebb::inline routing {

enum class ClosKey : std::uint8_t { destination, source, both };
constexpr auto names_of(ClosKey) { return std::array<std::string_view, 3>{"destination", "source", "both"}; }

struct ClosEcmp {
  ClosKey key = ClosKey::destination;
  ClosPaths paths;

  static constexpr bool salt_is_source = true;
  static constexpr auto fields() {
    return std::tuple{
        field("key", &ClosEcmp::key, "which host's number, or a hash of both, fixes the path up")};
  }
  Problems check(const Network& network) const { return ClosPaths::check(network); }
  void prepare(const Network& network) { paths.prepare(network); }
  template <class Visit>
  void each_table(Visit&& visit) {
    paths.each_table(visit);
  }
  int vcs() const { return 1; }
  static constexpr bool avoids_sleeping = true;

  template <class QueueLength>
  EBB_DEVICE Hop route(SwitchId here, Route& packet, const QueueLength& queue_length,
                       std::uint64_t source) const {
    if (packet.to == here) return {packet.out, 0};
    const ClosPaths::Ports ports = paths.next(here, packet.to);
    const std::uint32_t count = awake_ports(queue_length, ports.first, ports.end);
    ++packet.hops;
    if (count == 1) return {awake_port(queue_length, ports.first, ports.end, 0), 0};
    const std::uint64_t destination = std::uint64_t{packet.to} * paths.concentration + packet.out;
    const std::uint64_t both = mix_bits(source << 32 | destination);
    std::uint64_t turn = 0;
    if (key == ClosKey::both)
      turn = mix_bits(both + packet.hops) % count;
    else
      turn = (key == ClosKey::source ? source : destination) / paths.place[here].divisor % count;
    return {awake_port(queue_length, ports.first, ports.end, static_cast<std::uint32_t>(turn)), 0};
  }

  /// All up ports: the choice depends on hosts, and the proof knows switches only.
  template <class Each>
  EBB_DEVICE void options(SwitchId here, const Route& packet, Each each) const {
    paths.options(here, packet, each);
  }
};

}  // namespace ebb::inline routing
