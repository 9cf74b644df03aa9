// Questions to the power policy. Each channel of a switch and of its hosts asks by its own clock, or when its
// queue has grown to the length that the policy has named, or when enough packets have missed it.
#pragma once

#include "base/random.hpp"
#include "engine/control/agreement.hpp"

namespace ebb::inline engine {

/// Files the first question of every channel of a switch and its hosts.
template <class Here>
void start_control(Here& at, SwitchId s) {
  const NetworkState& state = at.state;
  const std::int64_t epoch = state.control.epoch.v;
  for (std::uint16_t local = 0; local < state.network.ports_of(s); ++local) {
    const auto port = static_cast<PortId>(state.network.first_port[s] + local);
    const PortId peer = state.network.peer[port];
    const std::int64_t offset =
        state.control.staggered ? static_cast<std::int64_t>(mix_bits(std::min(port, peer)) >> 16) % epoch : 0;
    for (const bool host : {false, true}) {
      if (host && !state.network.is_host_port(peer)) continue;
      const PortId channel = host ? peer : port;
      at.state.controls[channel].next_question = epoch - offset;
      at.state.watch[channel].step = state.control.paired || state.pauses;
      set_horizon(at, channel);
      at.later(channel_note(Kind::control, epoch - offset, s, local, host));
    }
  }
}

/// Returns what the switch has seen of a channel up to now. What is booked beyond does not count yet.
template <class Here>
Observation observe(Here& at, const Channel& channel) {
  const NetworkState& state = at.state;
  const OutPort& out = at.outs[channel.id];
  const ChannelControl& control = state.controls[channel.id];
  const ColdPort& cold = state.cold[channel.id];
  Observation seen{
      .now = {at.now},
      .ladder = state.ladders.empty() ? nullptr : &state.ladders[out.link],
      .passed = {passed_by(at, channel.id)},
      .busy = Picoseconds{out.busy - state.busy_ahead(channel.id, at.now)},
      .last_busy = Picoseconds{out.free_at > cold.silent_until ? out.free_at : control.last_busy},
      .queued = Bytes{bytes_queued(at, channel)},
      .behind = {},
      .packets = state.watch[channel.id].packets,
      .lateness_left = state.account.left,
      .stage = {}};
  if constexpr (requires { Here::Flow::behind(at, channel); })
    if (state.space.in_use()) seen.behind = Here::Flow::behind(at, channel);
  if (state.control.stages) seen.stage = stage_of(at, channel);
  return seen;
}

/// Asks the controller about a channel, and does what follows: counts the reason, files the next question,
/// spreads the wish, and lets through what waited for the answer.
template <class Here>
void ask(Here& at, const Channel& channel, Cause cause) {
  ChannelControl& control = at.state.controls[channel.id];
  const Observation seen = observe(at, channel);
  const Answer answer =
      at.state.controller.ask(control, seen, cause, [&] { return is_empty(at, channel, seen.queued->v); });
  at.count(Decided{channel.id, at.now, answer});
  Watch& watch = at.state.watch[channel.id];
  watch.packets = 0;
  watch.ask_at = answer.decision.ask_at.v;
  watch.step = at.pauses || at.state.control.paired || answer.decision.ask_at != Decision::no_queue;
  if (control.next_question != ChannelControl::never)
    remind(at, channel, control.next_question, Kind::control);
  if (wish_for(at, channel, answer.wish)) return;
  set_horizon(at, channel.id);
  serve_channel(at, channel);
}

/// A question is due. It is asked, unless it has been asked meanwhile.
template <class Here>
void question(Here& at, std::uint16_t local, unsigned about) {
  const Channel channel = channel_at(at, local, about & AboutChannel::of_host);
  Watch& watch = at.state.watch[channel.id];
  const ChannelControl& control = at.state.controls[channel.id];
  if (about & AboutChannel::by_queue) {
    watch.asking = false;
    if (bytes_queued(at, channel) >= watch.ask_at) ask(at, channel, Cause::queue);
  } else if (about & AboutChannel::by_missed) {
    watch.asking = false;
    if (control.missed >= control.ask_missed) ask(at, channel, Cause::missed);
  } else if (control.next_question == at.now) {  // else it has been asked earlier, and has a new time
    ask(at, channel, Cause::time);
  }
}

}  // namespace ebb::inline engine
