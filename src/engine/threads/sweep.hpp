// A window of one thread: block by block and switch by switch, events are handed to the rules. Included only
// where a routing is compiled into the engine.
#pragma once

#include "engine/dispatch.hpp"
#include "engine/threads/prefetch.hpp"

namespace ebb::inline engine {

/// Returns the first port that switches publish, for a routing that reads the board; nothing for all others,
/// and the compiler knows.
template <class Routing>
[[gnu::always_inline]] inline std::optional<std::uint16_t> published_from(const Routing& routing) {
  if constexpr (ReadsBoard<Routing>)
    return routing.first_published();
  else if constexpr (requires { routing.published_from(); })
    return routing.published_from();
  else
    return std::nullopt;
}

/// Handles everything but arrivals and injections. Those are most of what happens, and this is out of their
/// way.
template <class Here, class Routing>
[[gnu::noinline]] void handle_other(Here& at, const Routing& routing, const Event& event) {
  const Kind kind = Event::kind(event.order);
  if (kind == Kind::ready) return release(at, HeldPacket{at.packet_at(event.load)});
  if (kind == Kind::news) return hear_news(at, News(at.news_at(event.load)));
  handle_note(at, routing, kind, Event::port(event.order), Event::detail(event.order),
              at.amount_in(event.load));
}

template <class Here, class Routing>
inline void handle(Here& at, const Routing& routing, const Event& event) {
  ++at.tally().events;
  at.now = at.start() + Event::offset(event.order);
  const Kind kind = Event::kind(event.order);
  if (kind == Kind::packet) [[likely]] {
    if (event.load & LoadBits::own) {
      const Packet packet = at.packet_at(event.load);  // a copy: handling it may add to the own ones
      return arrive(at, routing, packet);
    }
    return arrive(at, routing, at.packet_at(event.load));
  }
  if (kind == Kind::inject) return inject(at, Event::port(event.order));
  handle_other(at, routing, event);
}

/// Handles the events of a switch and those that it makes for itself within the window, in their order.
template <class Here, class Routing>
void handle_switch(Here& at, const Routing& routing, std::span<const Event> events) {
  const Event *event = events.data(), *const last = event + events.size();
  while (event != last || at.has_own()) {
    const bool own = at.has_own() && (event == last || at.own_comes_before(*event));
    if constexpr (requires { requires Here::Forwarding::moves_worms; }) {
      const Event* const next = own ? event : event + 1;
      at.look_ahead(next == last ? nullptr : next);
    }
    if (own)
      handle(at, routing, at.pop_own());
    else
      handle(at, routing, *event++);
  }
  at.end_switch();
}

template <class Here, class Routing>
void sweep_block(Here& at, const Routing& routing) {
  const BlockEvents::BySwitch switches = at.block_events().by_switch();
  Event* const events = switches.events;
  const bool asks = at.asking() != Asking::nothing;
  for (std::uint32_t i = 0, begin = 0, asked = asks ? 0 : switches.count; i < switches.count; ++i) {
    const std::uint32_t end = switches.ends[i];
    if (i == asked) asked = ask_ahead(at, routing, switches, i, begin);
    if (begin == end) continue;
    at.turn_to(switches[i]);
    if (published_from(routing)) at.touch_board();
    handle_switch(at, routing, at.in_order(events + begin, end - begin));
    begin = end;
  }
  at.out = nullptr;
}

/// Handles blocks of the current window until none is left. All of the team must have collected.
template <class Here, class Routing>
void sweep(Here& at, const Routing& routing, const Worker::Team& team) {
  at.meet(team);
  const std::optional<std::uint16_t> published = published_from(routing);
  if (published) at.begin_board();
  while (const auto number = at.take_block(team)) {
    if (at.begin_block(*number)) sweep_block(at, routing);
    if (published) at.publish(at.block(*number), *published);
  }
  if (published) at.finish_board();
}

}  // namespace ebb::inline engine
