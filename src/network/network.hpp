// A built network as plain arrays. Ports have consecutive numbers: first all ports of switch 0, then of
// switch 1, and so on; after the last switch port comes one port per host. peer[peer[p]] == p always holds.
// The unidirectional channel that leaves port p has the id p, so a cable is the two channels p and peer[p].
#pragma once

#include <array>
#include <cstdint>
#include <string>
#include <vector>

#include "base/medium.hpp"
#include "base/units.hpp"
#include "network/circuits.hpp"
#include "network/shape.hpp"

namespace ebb::inline network {

using SwitchId = std::uint32_t;
using HostId = std::uint32_t;
using PortId = std::uint32_t;  ///< also the id of the channel that leaves the port
inline constexpr std::uint32_t no_id = ~std::uint32_t{0};

/// Cables of one kind share everything but their ends.
struct LinkClass {
  std::string name;  ///< "host", "dimension 1", "global"
  Medium medium = Medium::copper;
  BitsPerSecond rate{};
  Picoseconds delay{};  ///< propagation, one way
  bool off = false;     ///< switched off: no packet goes over them (network/switch_off.hpp)
};

/// The names of a network's parts and their positions, from the file that it was read from. A table is empty
/// where the file has none. A generated network has no labels. network/names.hpp gives the names.
struct Labels {
  std::vector<std::string> switches, hosts;
  std::vector<std::string> ports;             ///< by id, of switches and hosts: "eth3"; empty: its number
  std::vector<std::array<double, 2>> places;  ///< of the switches, in a square of side 1
};

struct Network {
  std::vector<PortId> first_port;        ///< of each switch, and one past the end
  std::vector<PortId> peer;              ///< port at the other end of the cable
  std::vector<SwitchId> owner;           ///< switch of each switch port
  std::vector<std::uint8_t> link_class;  ///< of each port's cable, an index into `classes`
  std::vector<LinkClass> classes;
  std::uint32_t hosts = 0;
  Shape shape;
  Labels labels;
  /// Switches without hosts are another device: their channels are kinds of their own (channel_kinds.hpp).
  bool spines_apart = false;
  Circuits circuits{};  ///< in use where circuit switches join the switches

  std::uint32_t switches() const { return static_cast<std::uint32_t>(first_port.size()) - 1; }
  std::uint32_t switch_ports() const { return first_port.back(); }
  std::uint32_t channels() const { return static_cast<std::uint32_t>(peer.size()); }
  std::uint32_t ports_of(SwitchId s) const { return first_port[s + 1] - first_port[s]; }
  PortId host_port(HostId h) const { return switch_ports() + h; }
  bool is_host_port(PortId p) const { return p >= switch_ports(); }
  HostId host_at(PortId p) const { return p - switch_ports(); }
  SwitchId switch_of_host(HostId h) const { return owner[peer[host_port(h)]]; }
  const LinkClass& link(PortId p) const { return classes[link_class[p]]; }
  bool has_hosts(SwitchId s) const { return ports_of(s) > 0 && is_host_port(peer[first_port[s]]); }
  /// True when all cables have the same full rate.
  bool has_one_rate() const {
    for (const LinkClass& c : classes)
      if (c.rate != classes.front().rate) return false;
    return true;
  }
};

}  // namespace ebb::inline network
