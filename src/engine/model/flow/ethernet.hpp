// Flow control as Ethernet has it: buffers that pause the other end of their cable before they are full, or
// that drop what does not fit. Which of them is said at run time (flow_settings.hpp): no run that cares for
// the last percent of speed uses them, and they are compiled once for all of them.
//
// The credit of a channel is used as a gate here: it is closed while a pause is in force.
#pragma once

#include "engine/model/executor_verbs.hpp"
#include "engine/model/flow/credits.hpp"
#include "engine/model/flow/dropping.hpp"
#include "engine/model/flow/notices.hpp"
#include "engine/model/flow/pausing.hpp"

namespace ebb::inline engine {

struct EthernetFlow {
  /// A packet is booked when its wire is free, not ahead of time: a pause may come first.
  static bool goes_by_step(const SwitchView& at) { return at.pauses; }

  /// A packet's head has come through the pipeline and wants its place in the buffer. False when it was
  /// dropped.
  template <class Here>
  static bool admit(Here& at, const Packet& packet) {
    if (is_lost(packet)) return note_loss(at, packet), false;
    BufferFill& fill = at.state.fills[at.lane_of(at.first_port + packet.port, packet.vc)];
    const std::int64_t bytes = fill.at(at.now) + packet.size;
    if (bytes > at.state.switches.input_buffer.v) [[unlikely]] {
      ENSURE(!at.pauses);  // the headroom was computed: nothing can overflow
      ++fill.dropped;
      drop(at, packet);
      return false;
    }
    fill.held += packet.size;
    fill.most = std::max(fill.most, static_cast<std::uint32_t>(bytes));
    if (at.pauses && bytes >= limits_at(at, packet.port).stop) stop_lane(at, packet.port, packet.vc);
    return true;
  }

  template <class Here>
  [[gnu::always_inline]] static bool may_send(Here& at, std::int32_t& credit, PortId channel, unsigned vc,
                                              std::int64_t) {
    if (credit == open_gate) [[likely]]
      return true;
    if (at.state.paused[at.lane_of(channel, vc)].in_force(at.now)) return false;
    credit = open_gate;  // the pause has run out
    return true;
  }

  static void take(std::int32_t&, std::int64_t) {}

  /// The packet's tail leaves the buffer at `tail`.
  template <class Here>
  static void leave(Here& at, InLane&, const Packet& packet, std::int64_t tail) {
    BufferFill& fill = at.state.fills[at.lane_of(at.first_port + packet.port, packet.vc)];
    ENSURE(fill.leaves_at <= at.now);
    fill.held -= fill.leaving;
    fill.leaving = packet.size, fill.leaves_at = tail;
    if (at.pauses) look_when_drained(at, packet.port, packet.vc, fill);
  }

  /// The packet enters an output queue, which may be sampled for congestion.
  template <class Here>
  static void sample(Here& at, Hop hop, const Packet& packet) {
    if (at.state.notices.in_use()) sample_queue(at, hop, packet);
  }

  /// Waits for the end of a pause: for a frame that says so, or until the pause has run out.
  template <class Here>
  static void wait(Here& at, const Channel& channel, unsigned vc) {
    wait_until(at, channel, vc, [&] { return at.state.paused[at.lane_of(channel.id, vc)].until; });
  }

  template <class Here>
  static void has_space(Here& at, PortId channel, unsigned vc) {
    Credits::has_space(at, channel, vc);
  }

  /// It is time to look whether a pause has run out.
  template <class Here>
  static bool hear(Here& at, PortId channel, unsigned vc, std::uint32_t) {
    return Credits::hear(at, channel, vc, 0);
  }

  /// Only the other end knows what is in its buffer, and says nothing. Where that matters, with channels that
  /// are switched off, runs with pauses are refused.
  template <class Here>
  static bool all_back(Here&, PortId) {
    return true;
  }

  /// Says whether the other end has paused a channel of this switch.
  template <class Here>
  static bool is_paused(Here& at, Hop hop) {
    return at.state.paused[at.lane_of(at.channel_at(hop.port), hop.vc)].in_force(at.now);
  }
};

}  // namespace ebb::inline engine
