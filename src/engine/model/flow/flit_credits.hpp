// Credits that count flits. They come a burst at a time, as timed events or in the burst log at the source of
// the channel. So the source never reads a log at the other end.
#pragma once

#include "engine/model/executor_verbs.hpp"
#include "engine/model/worm/worm_supply.hpp"
#include "network/network.hpp"
#include "power/control/controller.hpp"
#include "routing/route.hpp"

namespace ebb::inline engine {

struct FlitCredits {
  /// A burst that was booked is sent.
  static constexpr bool packet_by_packet(const SwitchView&) { return false; }

  /// Credits have no pauses.
  template <class Context>
  static constexpr bool is_paused(Context&, Hop) {
    return false;
  }

  /// Says whether all credits are back: no flit is in the buffers at the other end or on its way.
  template <class Context>
  static bool all_back(Context& context, PortId channel) {
    if (context.outs[channel].peer_port == no_port) return true;  // a host accepts everything
    const WormState& worms = context.state.worms;
    for (unsigned vc = 0; vc < context.vcs; ++vc)
      if (worms.outs[context.lane_of(channel, vc)].credits.count(context.now) < worms.buffer) return false;
    return true;
  }

  /// Returns the flits that have taken credits that have not come back, on all virtual channels.
  template <class Context>
  static std::int64_t lacking(Context& context, PortId channel) {
    WormState& worms = context.state.worms;
    std::int64_t sum = 0;
    for (unsigned vc = 0; vc < context.vcs; ++vc)
      sum +=
          worms.buffer - credits_of(context, channel, worms.outs[context.lane_of(channel, vc)], worms.buffer)
                             .count(context.now);
    return sum;
  }

  /// Returns what the source knows of the buffers at the other end of a channel, in flits. Flits take their
  /// credits as they are sent: those of a burst that are still to be sent have not taken them yet.
  template <class Context>
  static DownstreamOccupancy downstream(Context& context, const Channel& channel) {
    if (context.outs[channel.id].peer_port == no_port) return {};  // a host accepts everything
    const WormState& worms = context.state.worms;
    const std::int64_t missing = lacking(context, channel.id);
    std::uint64_t integral = context.state.control.downstream.taken[channel.id];
    for (unsigned vc = 0; vc < context.vcs; ++vc)
      integral += worms.outs[context.lane_of(channel.id, vc)].credits.times_after(context.now);
    const Unsent unsent = unsent_of(context, channel.id);
    const unsigned lanes = channel.of_host ? worms.vls.count : context.vcs;
    return {std::int64_t{worms.buffer} * lanes,
            static_cast<std::uint64_t>(missing - unsent.flits) * static_cast<std::uint64_t>(context.now) -
                (integral - unsent.times)};
  }

 private:
  /// Flits that a wire is booked for from later than now on, and the sum of those times.
  struct Unsent {
    std::int64_t flits = 0;
    std::uint64_t times = 0;
  };

  /// A change of rate may lie between flits that are sent at the old rate and those at the new one.
  template <class Context>
  static Unsent unsent_of(const Context& context, PortId channel) {
    const OutPort& out = context.outs[channel];
    const std::int64_t transition_until = context.state.cold[channel].transition_until;
    const auto before = static_cast<std::uint16_t>(out.link * context.state.level_count +
                                                   context.state.control.channels[channel].meter.before);
    Unsent unsent = unsent_until(out.free_at, std::max(context.now + 1, transition_until),
                                 context.state.worms.flit_time[out.rate]);
    if (const std::int64_t old = context.state.busy_at_old_rate(channel, context.now); old > 0) {
      const Unsent more =
          unsent_until(context.now + old, context.now + 1, context.state.worms.flit_time[before]);
      unsent.flits += more.flits, unsent.times += more.times;
    }
    return unsent;
  }
  /// Returns the flits of a wire that is busy until `end`, one every `pace`, which begin at `from` or later.
  static Unsent unsent_until(std::int64_t end, std::int64_t from, std::int64_t pace) {
    const std::int64_t flits = end > from ? (end - from) / pace : 0;
    return {flits, flits_by_time(flits, end - flits * pace, pace)};
  }
};

}  // namespace ebb::inline engine
