// The rules of wormhole switching where they differ from those for whole packets, for an executor that runs
// them. Overload resolution takes the function with the stronger constraint on `Context`.
#pragma once

#include "engine/dispatch.hpp"
#include "engine/model/worm/worm_hop.hpp"
#include "engine/model/worm/worm_source.hpp"
#include "routing/route.hpp"

namespace ebb::inline engine {

/// Serves what waited for an evaluation of the policy, or for a change.
template <MovesWorms Context>
void serve_channel(Context& context, const Channel& channel) {
  if (channel.of_host) return serve_host(context, channel);
  if (context.state.worms.has_output_lanes()) return serve_output_lanes(context, channel.local);
  serve_worm_output(context, channel.local);
}

/// A look at a wire is due.
template <MovesWorms Context>
void serve_wire(Context& context, std::uint16_t local, bool of_host) {
  const Channel channel = channel_at(context, local, of_host);
  WormPort& port = context.state.worms.ports[channel.id];
  if (port.wire_event <= context.now) port.wire_event = INT64_MAX;
  if (context.controlled) context.state.watch[channel.id].wire_wake = false;
  serve_channel(context, channel);
}

/// A look at the crossbar is due, for the lanes behind an output.
template <MovesWorms Context>
void serve_output(Context& context, std::uint16_t local) {
  CrossbarOutput& output = context.state.worms.crossbar_outputs[context.channel_at(local)];
  if (output.event <= context.now) output.event = INT64_MAX;
  serve_worm_output(context, local);
}

/// A worm is never held at an output: its flits wait in the input lane.
template <MovesWorms Context>
void release(Context&, const HeldPacket&) {}

/// Calls the rule for rare events: those of hosts and of control.
template <MovesWorms Context>
[[gnu::noinline]] void handle_rare_event(Context& context, Kind kind, std::uint16_t port, unsigned detail,
                                         std::uint32_t amount) {
  if (kind == Kind::inject) return inject(context, port);
  if (kind == Kind::output) return serve_output(context, port);
  if (kind == Kind::doorbell) return receive_doorbell(context, port);
  if (kind == Kind::control) return evaluate_when_due(context, port, detail);
  if (kind == Kind::status) return receive_status(context, port, detail, amount != 0);
  if (kind == Kind::requested) return receive_request(context, port, detail, amount);
  if (kind == Kind::apply_level)
    apply_level(context, channel_at(context, port, detail & AboutChannel::of_host));
}

/// Calls the rule for anything but packets and delivery notifications.
template <MovesWorms Context, class Routing>
[[gnu::always_inline]] inline void handle_timed_event(Context& context, const Routing& routing, Kind kind,
                                                      std::uint16_t port, unsigned detail,
                                                      std::uint32_t amount) {
  const auto vc = static_cast<std::uint8_t>(detail);
  if (kind == Kind::flits) return receive_flits(context, LaneName{port, vc}, amount);
  if (kind == Kind::credit) return receive_credit(context, Hop{port, vc}, amount);
  if (kind == Kind::host_credit) return receive_host_credit(context, port, vc, amount);
  if (kind == Kind::wire) return serve_wire(context, port, detail & AboutChannel::of_host);
  if (kind == Kind::input) return serve_input(context, routing, port);
  handle_rare_event(context, kind, port, detail, amount);
}

}  // namespace ebb::inline engine
