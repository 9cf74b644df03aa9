// Paths through a folded Clos network, as flat tables: the access switches below a switch, and its down ports
// to each of them. A packet goes up until its destination is below, then down. Ups are followed by ups or
// downs, and downs by downs, so one virtual channel is enough.
#pragma once

#include <cstdint>

#include "base/accelerator/device.hpp"
#include "base/accelerator/lookup_table.hpp"
#include "base/problem.hpp"
#include "network/network.hpp"
#include "routing/route.hpp"

namespace ebb::inline routing {

struct ClosPaths {
  struct Place {
    std::uint32_t first_below = 0, below = 0;  ///< access switches
    std::uint32_t child_size = 1;              ///< access switches below each child block
    std::uint32_t first_child = 0;             ///< in `child_port`
    std::uint16_t first_up = 0, up = 0;        ///< up ports
    std::uint32_t divisor = 1;                 ///< product of the up ports of the levels below
  };
  /// Ports first … end - 1.
  struct Ports {
    std::uint16_t first = 0, end = 0;
  };
  LookupTable<Place> place;               ///< of each switch
  LookupTable<std::uint16_t> child_port;  ///< first down port to each child block, and one past the end
  std::uint32_t concentration = 0;

  static Problems check(const Network& network);
  void prepare(const Network& network);
  /// Calls visit(table) for each table.
  template <class Visit>
  void each_table(Visit&& visit) {
    visit(place), visit(child_port);
  }

  EBB_DEVICE bool is_below(SwitchId here, SwitchId to) const {
    return to - place[here].first_below < place[here].below;
  }
  /// Returns the ports of all shortest paths. `to` is not `here`.
  EBB_DEVICE Ports next(SwitchId here, SwitchId to) const {
    const Place& p = place[here];
    if (!is_below(here, to)) return {p.first_up, static_cast<std::uint16_t>(p.first_up + p.up)};
    const std::uint32_t child = p.first_child + (to - p.first_below) / p.child_size;
    return {child_port[child], child_port[child + 1]};
  }

  template <class Each>
  EBB_DEVICE void options(SwitchId here, const Route& packet, Each each) const {
    if (packet.to == here) return each(Hop{packet.out, 0}, packet);
    const Ports ports = next(here, packet.to);
    for (std::uint16_t port = ports.first; port < ports.end; ++port) each(Hop{port, 0}, packet);
  }
};

}  // namespace ebb::inline routing
