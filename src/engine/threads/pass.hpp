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
  if (kind == Kind::ready)
    return release(context, HeldPacket{Worker::queue_of(context).packet_at(event.load)});
  if (kind == Kind::notification)
    return receive_notification(context,
                                DeliveryNotification(Worker::queue_of(context).notification_at(event.load)));
  handle_timed_event(context, routing, kind, Event::port(event.order), Event::detail(event.order),
                     Worker::queue_of(context).amount_in(event.load));
}

template <class Context, class Routing>
inline void handle(Context& context, const Routing& routing, const Event& event) {
  ++Worker::counters_of(context).events;
  context.now = Worker::queue_of(context).start() + Event::offset(event.order);
  const Kind kind = Event::kind(event.order);
  if (kind == Kind::packet) [[likely]] {
    if (event.load & LoadBits::own) {
      const Packet packet =
          Worker::queue_of(context).packet_at(event.load);  // a copy: handling it may grow own_packets_
      return arrive(context, routing, packet);
    }
    return arrive(context, routing, Worker::queue_of(context).packet_at(event.load));
  }
  if (kind == Kind::inject) return inject(context, Event::port(event.order));
  handle_other(context, routing, event);
}

/// Handles the events of a switch in order, including those that it creates for itself within the window.
template <class Context, class Routing>
void handle_switch(Context& context, const Routing& routing, std::span<const Event> events) {
  WindowQueue& queue = Worker::queue_of(context);
  const Event *event = events.data(), *const last = event + events.size();
  while (event != last || queue.has_own()) {
    const bool own = queue.has_own() && (event == last || queue.own_comes_before(*event));
    if constexpr (requires { requires Context::Forwarding::moves_worms; }) {
      const Event* const next = own ? event : event + 1;
      queue.look_ahead(next == last ? nullptr : next);
    }
    if (own)
      handle(context, routing, queue.pop_own());
    else
      handle(context, routing, *event++);
  }
  queue.end_switch();
}

/// Handles the events of the current block, switch by switch.
template <class Context, class Routing>
void handle_block(Worker& worker, Context& context, const Routing& routing) {
  const BlockEvents::BySwitch switches = worker.cursor().events().by_switch();
  Event* const events = switches.events;
  const PrefetchDepth depth = worker.prefetch_depth();
  const bool prefetches = depth != PrefetchDepth::nothing;
  for (std::uint32_t i = 0, begin = 0, prefetched = prefetches ? 0 : switches.count; i < switches.count;
       ++i) {
    const std::uint32_t end = switches.ends[i];
    if (i == prefetched) prefetched = prefetch_ahead(context, routing, depth, switches, i, begin);
    if (begin == end) continue;
    context.turn_to(switches[i]);
    if (published_from(routing)) worker.touch_published(context.id);
    handle_switch(context, routing, Worker::queue_of(context).in_order(events + begin, end - begin));
    begin = end;
  }
  context.out = nullptr;
}

/// Handles blocks of the current window until none is left. All workers must have called collect() before.
/// `context` is the worker's, with its switching mode.
template <class Context, class Routing>
void handle_window(Worker& worker, Context& context, const Routing& routing) {
  worker.begin_window();
  const std::optional<std::uint16_t> published = published_from(routing);
  if (published) worker.begin_published();
  while (const auto number = worker.cursor().take_block()) {
    if (worker.cursor().begin_block(*number)) handle_block(worker, context, routing);
    if (published) worker.publish(worker.cursor().block(*number), *published);
  }
  if (published) worker.finish_published();
}

}  // namespace ebb::inline engine
