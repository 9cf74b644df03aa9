// What the controller's answers mean for simulated wires, for queues, and for the other end of a cable. The
// wish of one end takes the cable's delay and the credit time to reach the other one, and both ends count it
// from the same moment on.
#pragma once

#include <bit>

#include "engine/control/routes.hpp"
#include "engine/model/blocked.hpp"
#include "engine/model/flow/pausing.hpp"
#include "engine/model/source.hpp"

namespace ebb::inline engine {

/// Lets through what waited for an answer or a change, another virtual channel first each time.
template <class Here>
void serve_channel(Here& at, const Channel& channel) {
  if (channel.of_host) return pump(at, at.state.network.host_at(channel.id));
  Watch& watch = at.state.watch[channel.id];
  const unsigned turn = watch.turn;
  watch.turn = static_cast<std::uint8_t>((turn + 1) % at.vcs);
  for (unsigned i = 0; i < at.vcs; ++i)
    serve_output_lane(at, Hop{channel.local, static_cast<std::uint8_t>((turn + i) % at.vcs)});
}

/// Nothing is booked to start at or after the next question, nor once the channel wants to be off.
template <class Here>
void set_horizon(Here& at, PortId channel) {
  const ChannelControl& control = at.state.controls[channel];
  at.state.watch[channel].horizon =
      at.state.controller.wants_off(control) ? INT64_MIN : control.next_question;
  if (at.state.control.stages) update_route(at, channel);
}

/// The wire has the new rate from now on, and is silent until the change is over.
template <class Here>
void change_rate(Here& at, PortId channel, const Settlement& change) {
  OutPort& out = at.outs[channel];
  ColdPort& cold = at.state.cold[channel];
  if (out.free_at > cold.silent_until) at.state.controls[channel].last_busy = out.free_at;
  out.rate = static_cast<std::uint16_t>(out.link * at.state.rungs + change.to);
  out.free_at = cold.silent_until = change.at.v;
  out.silenced = 1;
}

/// The channel takes the rate that its cable's ends have agreed on, as soon as it may. Returns whether what
/// waited has been let through.
template <class Here>
bool settle(Here& at, const Channel& channel) {
  ChannelControl& control = at.state.controls[channel.id];
  Settlement settled;  // mostly it keeps its rate, and then its queue need not be looked at
  if (!at.state.controller.keeps_rung(control, {at.now}))
    settled = at.state.controller.settle(control, {at.now}, {at.outs[channel.id].free_at},
                                         Bytes{bytes_queued(at, channel)}, at.state.times_of(channel.id));
  at.state.watch[channel.id].shun_until = control.shun_until;
  switch (settled.what) {
    case Settlement::What::under_way:
      return false;
    case Settlement::What::waits:
      return remind(at, channel, settled.at.v, Kind::settle), false;
    case Settlement::What::changes:
      change_rate(at, channel.id, settled);
      break;
    case Settlement::What::keeps:
      break;
  }
  set_horizon(at, channel.id);
  serve_channel(at, channel);
  return true;
}

/// The channel wishes for a rung; where that concerns the other end of the cable, both hear of it. Returns
/// whether what waited has been let through.
template <class Here>
bool wish_for(Here& at, const Channel& channel, std::size_t rung) {
  const OutPort& out = at.outs[channel.id];
  const WishSpread spread = at.state.controller.spread(at.state.controls[channel.id], rung,
                                                       {at.now + at.delay[out.link] + at.credit_time});
  if (spread.settles) return settle(at, channel);
  if (!spread.tell) return false;
  const bool to_host = out.peer_port == no_port;
  const auto amount = static_cast<std::uint32_t>(rung);
  at.later(channel_note(Kind::wish, spread.tell->v, at.id, channel.local, channel.of_host, 0, amount));
  at.later(channel_note(Kind::wish, spread.tell->v, channel.of_host ? at.id : out.peer_switch,
                        to_host || channel.of_host ? channel.local : out.peer_port, to_host,
                        AboutChannel::of_other, amount));
  return false;
}

/// Writes a wish down. The channel settles later, once all wishes of this picosecond are known.
template <class Here>
void hear_wish(Here& at, std::uint16_t local, unsigned about, std::size_t rung) {
  const Channel channel = channel_at(at, local, about & AboutChannel::of_host);
  Controller::hear(at.state.controls[channel.id], about & AboutChannel::of_other, rung);
  remind(at, channel, at.now, Kind::settle);
}

/// Gives a wire that is free to the lanes that wait, in turn, one packet each.
template <class Here>
void give_wire(Here& at, const Channel& channel) {
  Watch& watch = at.state.watch[channel.id];
  const OutPort& out = at.outs[channel.id];
  if (out.free_at > at.now) return wake_wire(at, channel);
  if (channel.of_host) return pump(at, at.state.network.host_at(channel.id));
  const unsigned turn = watch.turn;
  for (unsigned i = 0; i < at.vcs && out.free_at <= at.now; ++i) {
    const unsigned vc = (turn + i) % at.vcs;
    serve_output_lane(at, Hop{channel.local, static_cast<std::uint8_t>(vc)});
    if (out.free_at > at.now) watch.turn = static_cast<std::uint8_t>((vc + 1) % at.vcs);
  }
  if (out.free_at > at.now && out.wait_mask) wake_wire(at, channel);
}

/// The wire of a channel that is booked step by step is free.
template <class Here>
void serve_wire(Here& at, std::uint16_t local, bool of_host) {
  const Channel channel = channel_at(at, local, of_host);
  at.state.watch[channel.id].wire_wake = false;
  give_wire(at, channel);
}

/// A pause frame takes effect. Who may send again goes on; heads that wait for an output that has just been
/// paused are asked again where their routing wants that.
template <class Here>
void hear_pause(Here& at, std::uint16_t local, bool of_host, std::uint32_t amount) {
  const Channel channel = channel_at(at, local, of_host);
  std::uint32_t begins = 0;
  if (at.state.asks_again && !of_host)
    for (unsigned vc = 0; vc < at.vcs; ++vc)
      if (amount >> vc & 1 && !at.state.paused[at.lane_of(channel.id, vc)].in_force(at.now))
        begins |= 1u << vc;
  if (obey_pause(at, channel, amount & 0xffff, amount >> 16)) give_wire(at, channel);
  for (; begins; begins &= begins - 1)
    ask_blocked_again(at, Hop{local, static_cast<std::uint8_t>(std::countr_zero(begins))});
}

}  // namespace ebb::inline engine
