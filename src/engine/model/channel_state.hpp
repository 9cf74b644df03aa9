// Where the state of one channel is. A channel has the number of the port that it leaves, of a switch or of a
// host; a lane is one of its virtual channels. The parts are apart because different events need them, and a
// hop that meets no congestion must touch one cache line of each channel only.
//
//   what              where                        needed by
//   OutPort           out[channel]                 every packet: the wire, credits, masks of waiting lanes
//   ColdPort          cold[channel]                packets that wait, and changes of rate
//   OutLane           out_lanes[lane]              packets that wait: the output queue of a virtual channel
//   CreditLog         in[lane at the other end]    credits on their way back. The other end enters them, so
//   it
//                                                  has the log; across ranks the source has it, in far_logs
//   Watch             watch[channel]               every packet where a policy or a pause may hold the wire;
//                                                  routings that avoid channels
//   ChannelControl    control.channels[channel]    evaluations and changes of rate
//   time in state     control.time_in              changes of rate, and the end of a batch
//   PausedLane        ethernet.paused[lane]        pause frames
//   WormPort, WormOut worms.ports, worms.outs      flits
//   OutputLane, CrossbarOutput worms.output_lanes, worms.crossbar_outputs   flits behind the crossbar
//
// ChannelControl belongs to power's controller, which drives ports of real switches with the same object. It
// takes three cache lines. Packets and routings must not touch them, so four of its values have a copy where
// packets look anyway. Each copy has one writer, in control/agreement.hpp:
//
//   the level            OutPort::rate               change_rate()
//   meter.since          ColdPort::transition_until  change_rate(): when the last change is over
//   avoid_until          Watch::avoid_until          apply_level()
//   next_evaluation      Watch::booking_limit        set_booking_limit(); INT64_MIN for a channel that
//                                                    requests off
#pragma once

#include <cstdint>
#include <string_view>

#include "engine/model/network_state.hpp"
#include "network/network.hpp"
#include "power/control/controller.hpp"

namespace ebb::inline engine {

/// Returns the name of a copy that differs from its original, or nothing. Valid between two events.
inline std::string_view stale_copy(const NetworkState& state, PortId channel) {
  // A cable that is off for the whole run is never evaluated.
  if (!state.control.in_use() || state.network.link(channel).off) return {};
  const ChannelControl& control = state.control.channels[channel];
  const Watch& watch = state.watch[channel];
  if (state.level_of(channel) != control.level) return "OutPort::rate";
  if (state.cold[channel].transition_until != control.meter.since) return "ColdPort::transition_until";
  if (watch.avoid_until != control.avoid_until) return "Watch::avoid_until";
  if (watch.booking_limit != INT64_MIN && watch.booking_limit != control.next_evaluation)
    return "Watch::booking_limit";
  return {};
}

}  // namespace ebb::inline engine
