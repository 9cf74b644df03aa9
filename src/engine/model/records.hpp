// The small plain records that the engine moves. Packets travel by value inside their own arrival, so an
// uncongested hop touches no packet pool.
#pragma once

#include <cstdint>

#include "base/accelerator/device.hpp"
#include "network/network.hpp"
#include "routing/route.hpp"

namespace ebb::inline engine {

inline constexpr std::uint16_t no_port = 0xffff;

/// The kinds of events at a switch or at its hosts. Their order breaks ties at the same picosecond.
enum class Kind : std::uint8_t {
  pause,        ///< a pause frame takes effect from now on
  credit,       ///< first: a credit counts for everything that happens in its picosecond, as it does in a log
  host_credit,  ///< the same for a host
  flits,        ///< more flits of a worm have come through the pipeline (model/worm)
  drained,      ///< a packet has left a buffer that had paused the other end, or whose credit goes in band
  refresh,      ///< half of a pause is over
  frame,        ///< a pause frame starts on the wire
  congestion_notification,  ///< it is here, on its way or at its end
  requested,                ///< a requested level of one end of a cable has reached both ends
  apply_level,              ///< a channel takes the agreed level of its cable
  status,                   ///< a cable of the row can be used from now on, or no longer
  control,                  ///< a channel evaluates its policy
  input,                    ///< a crossbar input is free
  output,                   ///< an output queue may have space
  wire,                     ///< the wire of a channel that is booked packet by packet is free
  ready,                    ///< a packet that came in slowly can leave fast
  packet,                   ///< a packet's head has come through the pipeline
  doorbell,                 ///< a host's adapter has a packet ready
  timer,                    ///< a timer of a host's connections is due
  inject,                   ///< a host has a message ready
  notification              ///< a workload is notified of a delivery
};

/// A packet on its way to the switch `switch_id`: its head can be routed there at time `at`.
struct Packet {
  std::int64_t at = 0;       ///< once it is in an output queue: when its tail is there
  std::int64_t born = 0;     ///< when its message was ready at the source
  std::int64_t entered = 0;  ///< when its head left the source
  SwitchId switch_id = 0;
  HostId source = 0;
  Route route;
  std::uint32_t message = 0;  ///< counts the messages of its source
  std::uint32_t parts = 1;    ///< packets of the message
  std::uint32_t tag = 0;
  std::uint16_t size = 0;  ///< bytes on the wire
  std::uint16_t port = 0;  ///< input port at that switch
  std::uint16_t vc = 0;
  std::uint16_t rate = 0;  ///< index of the previous channel's rate, which gives the tail's lag
};
static_assert(sizeof(Packet) == 64);

/// A dropped packet of a longer message goes on as a marker, so that its destination learns of the loss and
/// need not remember the message forever. This value of `rate` marks it. It takes no wire and no buffer
/// space.
inline constexpr std::uint16_t lost_rate = 0xffff;
EBB_DEVICE_INLINE bool is_lost(const Packet& packet) { return packet.rate == lost_rate; }
/// A delivered packet waits for the time of its last byte, when the transport of its host takes it. These
/// values of `rate` and `vc` mark it: no buffer and no virtual channel has it any more.
inline constexpr std::uint16_t at_host_rate = 0xfffe, host_vc = 0xff;
EBB_DEVICE_INLINE bool is_at_host(const Packet& packet) { return packet.rate == at_host_rate; }
/// In place of a payload: that of a dropped packet, and of a message with a dropped packet.
inline constexpr std::uint64_t lost_payload = ~std::uint64_t{0};

/// A packet that is held in an output queue until its tail is near enough: `at` is when it can leave at the
/// rate `rate`, `port` its output.
struct HeldPacket {
  Packet packet;
};

/// A message has arrived, and a workload that listens is notified: first at its destination, then at its
/// source. Where hosts have adapters, the destination's adapter is notified before them.
struct DeliveryNotification {
  std::int64_t at = 0;  ///< when it is notified
  std::int64_t born = 0, delivered = 0;
  std::int64_t payload = 0;
  HostId source = 0, destination = 0;
  SwitchId switch_id = 0;  ///< switch of the host that is notified
  std::uint32_t tag = 0;
  std::uint16_t port = 0;  ///< to which the host is attached
  bool at_source = false;
  bool stored = false;  ///< for the adapter: the message is in the host's memory
};

/// Any event at a switch, except a packet's arrival and a delivery notification. The meaning of `detail` and
/// `amount` depends on the kind; the functions that make events document it.
struct TimedEvent {
  std::int64_t at = 0;
  SwitchId switch_id = 0;
  std::uint16_t port = 0;  ///< local port of the switch; a host is named by the port it is attached to
  Kind kind = Kind::control;
  std::uint8_t detail = 0;
  std::uint32_t amount = 0;
};

/// Makes the event of a credit that did not fit its log; or, without bytes, of the time to read the log
/// again.
EBB_DEVICE_INLINE TimedEvent credit_event(std::int64_t at, SwitchId switch_id, std::uint16_t port,
                                          unsigned vc, std::uint32_t bytes) {
  return {at, switch_id, port, Kind::credit, static_cast<std::uint8_t>(vc), bytes};
}
EBB_DEVICE_INLINE TimedEvent host_credit_event(std::int64_t at, SwitchId switch_id, std::uint16_t port,
                                               std::uint32_t bytes, unsigned vc = 0) {
  return {at, switch_id, port, Kind::host_credit, static_cast<std::uint8_t>(vc), bytes};
}
/// Makes the event of a burst of flits; or, without any, of the time to read the log of the lane again.
EBB_DEVICE_INLINE TimedEvent flits_event(std::int64_t at, SwitchId switch_id, std::uint16_t port, unsigned vc,
                                         std::uint32_t burst) {
  return {at, switch_id, port, Kind::flits, static_cast<std::uint8_t>(vc), burst};
}
/// Makes the event of a pause frame that takes effect at `at`, at a channel of a switch or of its host.
EBB_DEVICE_INLINE TimedEvent pause_event(std::int64_t at, SwitchId switch_id, std::uint16_t port,
                                         bool of_host, std::uint32_t mask, std::uint32_t depth) {
  return {at, switch_id, port, Kind::pause, of_host, mask | depth << 16};
}
/// Makes an event of a port that sends pause frames.
EBB_DEVICE_INLINE TimedEvent frame_event(Kind kind, std::int64_t at, SwitchId switch_id, std::uint16_t port) {
  return {at, switch_id, port, kind, 0, 0};
}
/// Makes the event of a packet's tail that has left its buffer. Bytes: they go back as a credit in band.
EBB_DEVICE_INLINE TimedEvent drained_event(std::int64_t at, SwitchId switch_id, std::uint16_t port,
                                           unsigned vc, std::uint32_t bytes = 0) {
  return {at, switch_id, port, Kind::drained, static_cast<std::uint8_t>(vc), bytes};
}
/// Makes the event of a congestion notification to the switch of a host, about a group of destinations, after
/// so many hops. The event's port is the number of the group.
EBB_DEVICE_INLINE TimedEvent notification_event(std::int64_t at, SwitchId switch_id, std::uint16_t group,
                                                unsigned hops, HostId source) {
  return {at, switch_id, group, Kind::congestion_notification, static_cast<std::uint8_t>(hops), source};
}
EBB_DEVICE_INLINE TimedEvent input_event(std::int64_t at, SwitchId switch_id, std::uint16_t port) {
  return {at, switch_id, port, Kind::input, 0, 0};
}
EBB_DEVICE_INLINE TimedEvent output_event(std::int64_t at, SwitchId switch_id, std::uint16_t port) {
  return {at, switch_id, port, Kind::output, 0, 0};
}
EBB_DEVICE_INLINE TimedEvent doorbell_event(std::int64_t at, SwitchId switch_id, std::uint16_t port) {
  return {at, switch_id, port, Kind::doorbell, 0, 0};
}
EBB_DEVICE_INLINE TimedEvent timer_event(std::int64_t at, SwitchId switch_id, std::uint16_t port) {
  return {at, switch_id, port, Kind::timer, 0, 0};
}
EBB_DEVICE_INLINE TimedEvent inject_event(std::int64_t at, SwitchId switch_id, std::uint16_t port) {
  return {at, switch_id, port, Kind::inject, 0, 0};
}

/// This bit of the detail distinguishes the two channels at a port with a host. The other bits depend on the
/// kind.
struct AboutChannel {
  static constexpr unsigned of_host = 1;      ///< the host's channel, not the switch's
  static constexpr unsigned of_other = 2;     ///< a request of the cable's other end
  static constexpr unsigned by_queue = 2;     ///< an evaluation that the queue has caused
  static constexpr unsigned by_diverted = 4;  ///< an evaluation that diverted bytes have caused
};
EBB_DEVICE_INLINE TimedEvent channel_event(Kind kind, std::int64_t at, SwitchId switch_id, std::uint16_t port,
                                           bool of_host, unsigned more = 0, std::uint32_t level = 0) {
  return {
      at,   switch_id, port, kind, static_cast<std::uint8_t>((of_host ? AboutChannel::of_host : 0) | more),
      level};
}
/// Makes an event about a cable of a row. The event's port is the number of the row.
EBB_DEVICE_INLINE TimedEvent status_event(std::int64_t at, SwitchId switch_id, std::uint16_t row,
                                          std::uint8_t count, bool up) {
  return {at, switch_id, row, Kind::status, count, up};
}

}  // namespace ebb::inline engine
