// One thread's pass over a window: passes the events to the rules, block by block and switch by switch.
// Included only where a routing is compiled into the engine.
#pragma once

#include "engine/dispatch.hpp"
#include "engine/threads/prefetch.hpp"

namespace ebb::inline engine {

/// Returns the first port whose queue length switches publish, for a routing that reads published queue
/// lengths. For all other routings the result is a compile-time nullopt.
template <class Routing>
[[gnu::always_inline]] inline std::optional<std::uint16_t> published_from(const Routing& routing) {
  if constexpr (ReadsPublished<Routing>)
    return routing.first_published();
  else if constexpr (requires { routing.published_from(); })
    return routing.published_from();
  else
    return std::nullopt;
}

/// Handles all events but arrivals and injections. It is kept out of line, because those two are the hot
/// path.
template <class Context, class Routing>
[[gnu::noinline]] void handle_other(Context& context, const Routing& routing, const Event& event) {
  const Kind kind = Event::kind(event.order);
  if (kind == Kind::ready) return release(context, HeldPacket{context.packet_at(event.load)});
  if (kind == Kind::notification)
    return hear_notification(context, DeliveryNotification(context.notifications_at(event.load)));
  handle_timed_event(context, routing, kind, Event::port(event.order), Event::detail(event.order),
                     context.amount_in(event.load));
}

template <class Context, class Routing>
inline void handle(Context& context, const Routing& routing, const Event& event) {
  ++context.counters().events;
  context.now = context.start() + Event::offset(event.order);
  const Kind kind = Event::kind(event.order);
  if (kind == Kind::packet) [[likely]] {
    if (event.load & LoadBits::own) {
      const Packet packet = context.packet_at(event.load);  // a copy: handling it may grow own_packets_
      return arrive(context, routing, packet);
    }
    return arrive(context, routing, context.packet_at(event.load));
  }
  if (kind == Kind::inject) return inject(context, Event::port(event.order));
  handle_other(context, routing, event);
}

/// Handles the events of a switch in order, including those that it creates for itself within the window.
template <class Context, class Routing>
void handle_switch(Context& context, const Routing& routing, std::span<const Event> events) {
  const Event *event = events.data(), *const last = event + events.size();
  while (event != last || context.has_own()) {
    const bool own = context.has_own() && (event == last || context.own_comes_before(*event));
    if constexpr (requires { requires Context::Forwarding::moves_worms; }) {
      const Event* const next = own ? event : event + 1;
      context.look_ahead(next == last ? nullptr : next);
    }
    if (own)
      handle(context, routing, context.pop_own());
    else
      handle(context, routing, *event++);
  }
  context.end_switch();
}

template <class Context, class Routing>
void sweep_block(Context& context, const Routing& routing) {
  const BlockEvents::BySwitch switches = context.block_events().by_switch();
  Event* const events = switches.events;
  const bool prefetches = context.prefetch_depth() != PrefetchDepth::nothing;
  for (std::uint32_t i = 0, begin = 0, asked = prefetches ? 0 : switches.count; i < switches.count; ++i) {
    const std::uint32_t end = switches.ends[i];
    if (i == asked) asked = prefetch_ahead(context, routing, switches, i, begin);
    if (begin == end) continue;
    context.turn_to(switches[i]);
    if (published_from(routing)) context.touch_published();
    handle_switch(context, routing, context.in_order(events + begin, end - begin));
    begin = end;
  }
  context.out = nullptr;
}

/// Handles blocks of the current window until none is left. All workers must have called collect() before.
template <class Context, class Routing>
void sweep(Context& context, const Routing& routing, const Worker::Team& team) {
  context.meet(team);
  const std::optional<std::uint16_t> published = published_from(routing);
  if (published) context.begin_published();
  while (const auto number = context.take_block(team)) {
    if (context.begin_block(*number)) sweep_block(context, routing);
    if (published) context.publish(context.block(*number), *published);
  }
  if (published) context.finish_published();
}

}  // namespace ebb::inline engine
