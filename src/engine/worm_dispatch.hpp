// The rules of wormhole switching where they differ from those for whole packets, for an executor that runs
// them. The compiler takes the function that asks for more of `Here`.
#pragma once

#include "engine/dispatch.hpp"
#include "engine/model/worm/worm_hop.hpp"
#include "engine/model/worm/worm_source.hpp"

namespace ebb::inline engine {

/// Lets through what waited for an answer of the policy, or for a change.
template <MovesWorms Here>
void serve_channel(Here& at, const Channel& channel) {
  if (channel.of_host) return serve_host(at, channel);
  serve_worm_output(at, channel.local);
}

/// It is time to look at a wire.
template <MovesWorms Here>
void serve_wire(Here& at, std::uint16_t local, bool of_host) {
  const Channel channel = channel_at(at, local, of_host);
  WormPort& port = at.state.worms.ports[channel.id];
  if (port.wire_note <= at.now) port.wire_note = INT64_MAX;
  if (at.controlled) at.state.watch[channel.id].wire_wake = false;
  serve_channel(at, channel);
}

/// A worm is never held at an output: its flits wait in the input lane.
template <MovesWorms Here>
void release(Here&, const HeldPacket&) {}

/// Calls the rule for what happens now and then: hosts and their control.
template <MovesWorms Here>
[[gnu::noinline]] void handle_rare_note(Here& at, Kind kind, std::uint16_t port, unsigned detail,
                                        std::uint32_t amount) {
  if (kind == Kind::inject) return inject(at, port);
  if (kind == Kind::doorbell) return hear_doorbell(at, port);
  if (kind == Kind::control) return question(at, port, detail);
  if (kind == Kind::status) return hear_status(at, port, detail, amount != 0);
  if (kind == Kind::wish) return hear_wish(at, port, detail, amount);
  if (kind == Kind::settle) settle(at, channel_at(at, port, detail & AboutChannel::of_host));
}

/// Calls the rule for anything but packets and news.
template <MovesWorms Here, class Routing>
[[gnu::always_inline]] inline void handle_note(Here& at, const Routing& routing, Kind kind,
                                               std::uint16_t port, unsigned detail, std::uint32_t amount) {
  const auto vc = static_cast<std::uint8_t>(detail);
  if (kind == Kind::flits) return hear_flits(at, LaneName{port, vc}, amount);
  if (kind == Kind::credit) return hear_credit(at, Hop{port, vc}, amount);
  if (kind == Kind::host_credit) return hear_host_credit(at, port, vc, amount);
  if (kind == Kind::wire) return serve_wire(at, port, detail & AboutChannel::of_host);
  if (kind == Kind::input) return serve_input(at, routing, port);
  handle_rare_note(at, kind, port, detail, amount);
}

}  // namespace ebb::inline engine
