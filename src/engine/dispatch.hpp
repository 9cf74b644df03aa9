// Leads from a note to the rule for it, and starts a run. Every executor goes through here with its notes.
// Packets that arrive, held packets and news are records of their own. For these the executors call the rules
// themselves: PlainExecutor::handle() in plain/plain_executor.cpp, and handle() in threads/sweep.hpp.
#pragma once

#include <type_traits>

#include "engine/control/questions.hpp"
#include "engine/model/flow/credits.hpp"
#include "engine/model/flow/notices.hpp"
#include "engine/model/hop.hpp"

namespace ebb::inline engine {

/// The notes of pauses and of congestion. With credits there are none.
template <class Here, class Routing>
void handle_flow_note(Here& at, const Routing& routing, Kind kind, std::uint16_t port, unsigned detail,
                      std::uint32_t amount) {
  if constexpr (!std::is_same_v<typename Here::Flow, Credits>) {
    if (kind == Kind::notice) return pass_notice(at, routing, amount, port, detail);
    if (kind == Kind::pause) return hear_pause(at, port, detail & AboutChannel::of_host, amount);
    if (kind == Kind::drained) return look_at_buffer(at, port, detail);
    if (kind == Kind::refresh) return refresh_pause(at, port);
    start_frame(at, port);
  }
}

/// Calls the rule for anything but packets and news. `detail` and `amount` are those of a note.
template <class Here, class Routing>
inline void handle_note(Here& at, const Routing& routing, Kind kind, std::uint16_t port, unsigned detail,
                        std::uint32_t amount) {
  switch (kind) {
    case Kind::inject:
      return inject(at, port);
    case Kind::doorbell:
      return hear_doorbell(at, port);
    case Kind::credit:
      return hear_credit(at, Hop{port, static_cast<std::uint8_t>(detail)}, amount);
    case Kind::host_credit:
      return hear_host_credit(at, port, amount);
    case Kind::input:
      return serve_input(at, routing, port);
    case Kind::output:
      return serve_output(at, port);
    case Kind::control:
      return question(at, port, detail);
    case Kind::status:
      return hear_status(at, port, detail, amount != 0);
    case Kind::wish:
      return hear_wish(at, port, detail, amount);
    case Kind::settle:
      return static_cast<void>(settle(at, channel_at(at, port, detail & AboutChannel::of_host)));
    case Kind::wire:
      return serve_wire(at, port, detail & AboutChannel::of_host);
    case Kind::pause:
    case Kind::drained:
    case Kind::refresh:
    case Kind::frame:
    case Kind::notice:
      return handle_flow_note(at, routing, kind, port, detail, amount);
    case Kind::ready:
    case Kind::packet:
    case Kind::news:
      break;  // they are records of their own
    case Kind::flits:
      break;  // only worms have them (worm_dispatch.hpp)
  }
}

/// Starts a run: files the first questions of a switch's channels, or the first message of a host.
template <class Here>
void start_switch(Here& at, SwitchId s) {
  if (at.controlled) start_control(at, s);
}
template <class Here>
void start_host(Here& at, HostId h) {
  const HostPlace place = at.state.place[h];
  Host& host = at.state.host[h];
  host.upcoming = at.next_message(h);
  if (host.upcoming.destination != no_id) at.later(inject_note(host.upcoming.at.v, place.at, place.local));
}

}  // namespace ebb::inline engine
