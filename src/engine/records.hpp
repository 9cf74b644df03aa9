// The small plain records that the engine moves about. Packets travel by value inside their own arrival, so
// an uncongested hop touches no packet pool at all.
#pragma once

#include <cstdint>

#include "network/network.hpp"
#include "routing/route.hpp"

namespace ebb {

/// A packet on its way to the switch `group`: its head can be routed there at time `at`.
struct Packet {
  std::int64_t at = 0;       ///< once it stands in an output queue: when its tail is there
  std::int64_t born = 0;     ///< when its message was ready at the source
  std::int64_t entered = 0;  ///< when its head left the source
  SwitchId group = 0;
  HostId source = 0;
  Route route;
  std::uint32_t message = 0;  ///< counts the messages of its source
  std::uint32_t parts = 1;    ///< packets of the message
  std::uint32_t tag = 0;
  std::uint16_t size = 0;  ///< bytes on the wire
  std::uint16_t port = 0;  ///< input port at `group`
  std::uint8_t vc = 0;
  std::uint8_t rate = 0;  ///< rung of the ladder that the channel before had, so the tail's lag is known
};
static_assert(sizeof(Packet) == 64);

/// What else can happen at a switch or at its hosts. Order settles ties at the same picosecond.
enum class Kind : std::uint8_t { control, credit, host_credit, input, output, packet, inject, news };

/// Something for a switch at a time: kind and virtual channel share the word with the time, 56 bits of
/// picoseconds being twenty hours.
struct Note {
  std::uint64_t stamp = 0;
  SwitchId group = 0;
  std::uint16_t port = 0;   ///< local port of the switch; a host is named by the port it is attached to
  std::uint16_t bytes = 0;  ///< of a credit

  static constexpr int time_bits = 56;
  Note() = default;
  Note(std::int64_t at, Kind kind, SwitchId g, std::uint16_t p, std::uint8_t vc = 0, std::uint16_t b = 0)
      : stamp(static_cast<std::uint64_t>(at) | (static_cast<std::uint64_t>(kind) << 56) |
              (static_cast<std::uint64_t>(vc) << 60)),
        group(g),
        port(p),
        bytes(b) {}
  std::int64_t at() const { return static_cast<std::int64_t>(stamp & ((std::uint64_t{1} << time_bits) - 1)); }
  Kind kind() const { return static_cast<Kind>(stamp >> 56 & 15); }
  std::uint8_t vc() const { return static_cast<std::uint8_t>(stamp >> 60); }
};
static_assert(sizeof(Note) == 16);

inline std::int64_t time_of(const Packet& p) { return p.at; }
inline std::int64_t time_of(const Note& n) { return n.at(); }

}  // namespace ebb
