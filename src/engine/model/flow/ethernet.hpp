// Flow control of Ethernet: buffers that pause the other end of their cable before they are full, or that
// drop what does not fit. The choice is made at run time (flow_settings.hpp), because these modes are
// compiled only once: they are not used where the last percent of speed matters.
//
// The credit of a channel is used as a gate here: it is closed while a pause is in force.
#pragma once

#include "engine/model/executor_verbs.hpp"
#include "engine/model/flow/congestion_notification.hpp"
#include "engine/model/flow/credits.hpp"
#include "engine/model/flow/dropping.hpp"
#include "engine/model/flow/marking.hpp"
#include "engine/model/flow/pausing.hpp"
#include "network/network.hpp"
#include "routing/route.hpp"

namespace ebb::inline engine {

struct EthernetFlow {
  /// A packet is booked when its wire is free, not ahead of time: a pause may come first.
  static bool packet_by_packet(const SwitchView& context) { return context.pauses; }

  /// A packet's head has come through the pipeline and needs space in the buffer. False when it was dropped.
  template <class Context>
  static bool admit(Context& context, const Packet& packet) {
    if (is_lost(packet)) return record_loss(context, packet), false;
    BufferOccupancy& occupancy =
        context.state.ethernet.occupancies[context.lane_of(context.first_port + packet.port, packet.vc)];
    const std::int64_t bytes = occupancy.at(context.now) + packet.size;
    if (bytes > context.state.switches.input_buffer.v) [[unlikely]] {
      ENSURE(!context.pauses);  // with the computed headroom nothing can overflow
      ++occupancy.dropped;
      drop(context, packet);
      return false;
    }
    occupancy.held += packet.size;
    occupancy.most = std::max(occupancy.most, static_cast<std::uint32_t>(bytes));
    if (context.pauses && bytes >= limits_at(context, packet.port).xoff)
      send_xoff(context, packet.port, packet.vc);
    return true;
  }

  template <class Context>
  [[gnu::always_inline]] static bool may_send(Context& context, std::int32_t& credit, PortId channel,
                                              unsigned vc, std::int64_t) {
    if (credit == open_gate) [[likely]]
      return true;
    if (context.state.ethernet.paused[context.lane_of(channel, vc)].in_force(context.now)) return false;
    credit = open_gate;  // the pause has expired
    return true;
  }

  static void take(std::int32_t&, std::int64_t) {}

  /// The packet's tail leaves the buffer at `tail`.
  template <class Context>
  static void leave(Context& context, InLane&, const Packet& packet, std::int64_t tail) {
    BufferOccupancy& occupancy =
        context.state.ethernet.occupancies[context.lane_of(context.first_port + packet.port, packet.vc)];
    ENSURE(occupancy.leaves_at <= context.now);
    occupancy.held -= occupancy.leaving;
    occupancy.leaving = packet.size, occupancy.leaves_at = tail;
    if (context.pauses) look_when_drained(context, packet.port, packet.vc, occupancy);
  }

  /// Hosts send by connections (transport.hpp).
  template <class Context>
  static bool has_transport(const Context& context) {
    return context.state.transport.in_use();
  }

  /// The packet enters an output queue, which may mark it or be sampled for congestion.
  template <class Context>
  static void sample(Context& context, Hop hop, Packet& packet) {
    if (context.state.transport.mark_from > 0) mark_segment(context, hop, packet);
    if (context.state.ethernet.congestion.settings.in_use()) sample_queue(context, hop, packet);
  }

  /// Waits for the end of a pause: for an XON frame, or until the pause expires.
  template <class Context>
  static void wait(Context& context, const Channel& channel, unsigned vc) {
    wait_until(context, channel, vc,
               [&] { return context.state.ethernet.paused[context.lane_of(channel.id, vc)].until; });
  }

  template <class Context>
  static void has_space(Context& context, PortId channel, unsigned vc) {
    Credits::has_space(context, channel, vc);
  }

  /// A pause may have expired now.
  template <class Context>
  static bool receive(Context& context, PortId channel, unsigned vc, std::uint32_t) {
    return Credits::receive(context, channel, vc, 0);
  }

  /// Only the other end knows what is in its buffer. Runs with pauses are refused where that matters: with
  /// channels that are switched off.
  template <class Context>
  static bool all_back(Context&, PortId) {
    return true;
  }

  /// Says whether the other end has paused a channel of this switch.
  template <class Context>
  static bool is_paused(Context& context, Hop hop) {
    return context.state.ethernet.paused[context.lane_of(context.channel_at(hop.port), hop.vc)].in_force(
        context.now);
  }
};

}  // namespace ebb::inline engine
