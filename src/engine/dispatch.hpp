// Calls the rule for a timed event, and starts a run. Every executor dispatches its timed events here.
// Arriving packets, held packets and delivery notifications are records of their own. For these the executors
// call the rules themselves: PlainExecutor::handle() in plain/plain_executor.cpp, and handle() in
// threads/pass.hpp.
#pragma once

#include <type_traits>

#include "base/accelerator/device.hpp"
#include "engine/control/evaluations.hpp"
#include "engine/model/flow/congestion_notification.hpp"
#include "engine/model/flow/credits.hpp"
#include "engine/model/hop.hpp"
#include "engine/model/transport.hpp"
#include "network/network.hpp"
#include "routing/route.hpp"

namespace ebb::inline engine {

/// The events of pauses, of congestion notification and of a transport. With credits there are none, except
/// for buffers whose credits go in band.
template <class Context, class Routing>
EBB_DEVICE void handle_flow_event(Context& context, const Routing& routing, Kind kind, std::uint16_t port,
                                  unsigned detail, std::uint32_t amount) {
  if constexpr (requires { Context::Flow::receive_drained(context, port, detail, amount); }) {
    Context::Flow::receive_drained(context, port, detail, amount);
  } else if constexpr (!std::is_same_v<typename Context::Flow, Credits>) {
    if (kind == Kind::congestion_notification)
      return pass_congestion_notification(context, routing, amount, port, detail);
    if (kind == Kind::timer) return run_timer(context, port);
    if (kind == Kind::pause) return receive_pause(context, port, detail & AboutChannel::of_host, amount);
    if (kind == Kind::drained) return look_at_buffer(context, port, detail);
    if (kind == Kind::refresh) return refresh_pause(context, port);
    start_frame(context, port);
  }
}

/// The events of channels whose rate changes. Some executors never have any.
template <class Context>
[[gnu::always_inline]] EBB_DEVICE_INLINE void handle_control_event(Context& context, Kind kind,
                                                                   std::uint16_t port, unsigned detail,
                                                                   std::uint32_t amount) {
  if constexpr (!requires { requires Context::never_controlled; }) {
    if (kind == Kind::control) return evaluate_when_due(context, port, detail);
    if (kind == Kind::status) return receive_status(context, port, detail, amount != 0);
    if (kind == Kind::requested) return receive_request(context, port, detail, amount);
    if (kind == Kind::wire) return serve_wire(context, port, detail & AboutChannel::of_host);
    apply_level(context, channel_at(context, port, detail & AboutChannel::of_host));
  }
}

/// Calls the rule for anything but packets and delivery notifications. `detail` and `amount` are those of a
/// timed event.
template <class Context, class Routing>
EBB_DEVICE_INLINE void handle_timed_event(Context& context, const Routing& routing, Kind kind,
                                          std::uint16_t port, unsigned detail, std::uint32_t amount) {
  switch (kind) {
    case Kind::inject:
      return inject(context, port);
    case Kind::doorbell:
      return receive_doorbell(context, port);
    case Kind::credit:
      return receive_credit(context, Hop{port, static_cast<std::uint8_t>(detail)}, amount);
    case Kind::host_credit:
      return receive_host_credit(context, port, amount);
    case Kind::input:
      return serve_input(context, routing, port);
    case Kind::output:
      return serve_output(context, port);
    case Kind::control:
    case Kind::status:
    case Kind::requested:
    case Kind::apply_level:
    case Kind::wire:
      return handle_control_event(context, kind, port, detail, amount);
    case Kind::pause:
    case Kind::drained:
    case Kind::refresh:
    case Kind::frame:
    case Kind::congestion_notification:
    case Kind::timer:
      return handle_flow_event(context, routing, kind, port, detail, amount);
    case Kind::ready:
    case Kind::packet:
    case Kind::notification:
      break;  // they are records of their own
    case Kind::flits:
      break;  // only worms have them (worm_dispatch.hpp)
  }
}

/// Starts a run: schedules the first evaluations of a switch's channels, or the first message of a host.
template <class Context>
void start_switch(Context& context, SwitchId s) {
  if (context.controlled) start_control(context, s);
}
template <class Context>
void start_host(Context& context, HostId h) {
  const HostPlace place = context.state.place[h];
  Host& host = context.state.host[h];
  host.upcoming = context.next_message(h);
  if (host.upcoming.destination != no_id)
    context.schedule(inject_event(host.upcoming.at.v, place.at, place.local));
}

}  // namespace ebb::inline engine
