// The small plain records that the engine moves about. Packets travel by value inside their own arrival, so
// an uncongested hop touches no packet pool at all.
#pragma once

#include <cstdint>

#include "network/network.hpp"
#include "routing/route.hpp"

namespace ebb::inline engine {

inline constexpr std::uint16_t no_port = 0xffff;

/// What can happen at a switch or at its hosts. The order settles ties at the same picosecond.
enum class Kind : std::uint8_t {
  wish,     ///< what an end of a cable wants has reached both ends
  settle,   ///< a channel takes the rate that its cable's ends have agreed on
  status,   ///< a cable of the row can be used from now on, or no longer
  control,  ///< a channel asks its policy
  credit,
  host_credit,
  input,
  output,
  wire,   ///< the wire of a channel that is booked step by step is free
  ready,  ///< a packet that came in slowly can leave fast
  packet,
  inject,
  news
};

/// A record with this rate is no packet, but the news that a message has arrived, for the workload at its
/// destination or its source: it travels the same way. `message` is then the payload in bytes, `entered` the
/// time of the delivery, and `route.phase` 1 at the destination, 2 at the source.
inline constexpr std::uint16_t news_rate = 0xffff;

/// Set in the rate of a packet that stands in an output queue until its tail is near enough: `at` is when it
/// can leave at the rate that is left when the bit is taken away, `port` its output.
inline constexpr std::uint16_t held_bit = 0x8000;

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
  std::uint16_t vc = 0;
  std::uint16_t rate = 0;  ///< that the channel before had, so the tail's lag is known

  Kind kind() const {
    if (rate < held_bit) [[likely]]
      return Kind::packet;
    return rate == news_rate ? Kind::news : Kind::ready;
  }
};
static_assert(sizeof(Packet) == 64);

/// A credit for a channel whose source is on another rank.
struct CreditMail {
  std::int64_t due = 0;
  SwitchId group = 0;  ///< of the channel's source
  std::uint16_t port = 0, vc = 0, size = 0;
};

/// Anything but a packet's arrival.
struct Note {
  std::int64_t at = 0;
  Kind kind = Kind::control;
  SwitchId group = 0;
  std::uint16_t port = 0;  ///< local port of the switch; a host is named by the port it is attached to
  std::uint16_t vc = 0;
  std::uint16_t bytes = 0;  ///< of a credit; the rung of a wish; 1 for a cable that is on, 0 for off
};

/// An event of one window: its place in the order of its switch, and what to look up. The order is by time
/// within the window (40 bits), kind (4), port (16) and virtual channel (4): ties are settled by content,
/// never by who came first.
struct Event {
  std::uint64_t order = 0;
  SwitchId group = 0;
  std::uint32_t load = 0;  ///< index of the packet, or bytes of a credit

  static constexpr int time_bits = 40;
  static std::uint64_t make_order(std::int64_t offset, Kind kind, unsigned port, unsigned vc) {
    return static_cast<std::uint64_t>(offset) << 24 | static_cast<std::uint64_t>(kind) << 20 |
           std::uint64_t{port} << 4 | vc;
  }
  static std::int64_t offset(std::uint64_t order) { return static_cast<std::int64_t>(order >> 24); }
  static Kind kind(std::uint64_t order) { return static_cast<Kind>(order >> 20 & 15); }
  static std::uint16_t port(std::uint64_t order) { return static_cast<std::uint16_t>(order >> 4); }
  static unsigned vc(std::uint64_t order) { return static_cast<unsigned>(order & 15); }
};
static_assert(sizeof(Event) == 16);

}  // namespace ebb::inline engine
