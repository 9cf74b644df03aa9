// The end of a packet's path. The last packet of a message completes it. Then a workload that listens is
// notified: first at the destination, then at the source (source.hpp).
#pragma once

#include "base/accelerator/device.hpp"
#include "engine/model/order.hpp"

namespace ebb::inline engine {

/// Returns the delivery notification of the message whose last packet this is, complete at `at_time`.
template <class Context>
EBB_DEVICE DeliveryNotification notification_of(Context& context, const Packet& packet, std::int64_t at_time,
                                                std::uint64_t payload) {
  DeliveryNotification notification;
  notification.at = notification.delivered = at_time, notification.born = packet.born;
  notification.payload = static_cast<std::int64_t>(payload);
  notification.source = packet.source, notification.destination = context.host_at(packet.route.out);
  notification.switch_id = context.id, notification.port = packet.route.out;
  notification.tag = packet.tag;
  return notification;
}

/// A message that is awaited, or that may have a deadline, is complete.
template <class Context>
EBB_APART EBB_DEVICE void look_at_message(Context& context, const DeliveryNotification& notification) {
  const std::int64_t deadline = context.state.deadline;
  if (deadline > 0 && notification.tag != no_deadline)
    context.count(DeadlineSeen{notification.delivered - notification.born - deadline});
  if (context.state.listens) context.notify(notification);
}

/// The message is complete at `at_time`; `packet` is its last one.
template <class Context>
[[gnu::always_inline]] EBB_DEVICE_INLINE void complete(Context& context, const Packet& packet,
                                                       std::int64_t at_time, std::uint64_t payload) {
  context.count(Completed{at_time, packet.born, static_cast<std::int64_t>(payload)});
  if (context.state.watches_messages)
    look_at_message(context, notification_of(context, packet, at_time, payload));
}

/// The last packet of a message will be in the host's memory at `at_time`. What the processor does until then
/// is unknown yet, so the message waits for its turn (receive_stored()).
template <class Context>
EBB_APART EBB_DEVICE void store(Context& context, const Packet& packet, std::int64_t at_time,
                                std::uint64_t payload) {
  DeliveryNotification notification = notification_of(context, packet, at_time, payload);
  notification.stored = true;
  context.notify(notification);
}

/// A message is in its host's memory, and the adapter's processor has to complete it.
template <class Context>
EBB_APART EBB_DEVICE void receive_stored(Context& context, DeliveryNotification notification) {
  notification.stored = false;
  notification.at = notification.delivered =
      context.state.adapters[notification.destination].complete(context.state.hosts.times, context.now);
  context.count(Completed{notification.at, notification.born, notification.payload});
  if (context.state.watches_messages) look_at_message(context, notification);
}

/// A host with a transport takes the packet at `at_time` (transport.hpp).
template <class Context>
EBB_DEVICE void hand_to_transport(Context& context, const Packet& packet, std::int64_t at_time);

/// The last byte will be at the host at `at_time`. Nothing can prevent it any more, so it is counted now.
/// (The host's channel delivers packets in order of time, so the packet that is counted last is the last
/// one.) Returns when the host has the packet: an adapter may take time.
template <class Context>
EBB_APART EBB_DEVICE std::int64_t deliver(Context& context, const Packet& packet, std::int64_t at_time) {
  const std::int64_t payload = packet.size - context.header;
  Adapter* adapter = nullptr;
  if (context.state.adapters_take_time()) [[unlikely]] {
    adapter = &context.state.adapters[context.host_at(packet.route.out)];
    at_time = adapter->take_in(context.state.hosts.times, at_time, payload);
  }
  context.count(Delivered{packet, at_time, payload});
  if (context.state.control.latency_bound) ++context.added_delay.packets;
  if (context.state.order.in_use()) [[unlikely]]
    count_order(context, packet);
  if constexpr (requires { Context::Flow::has_transport(context); })
    if (Context::Flow::has_transport(context)) return hand_to_transport(context, packet, at_time), at_time;
  auto total = static_cast<std::uint64_t>(payload);
  if (packet.parts > 1) {
    const auto whole = context.gather(packet, total);
    if (!whole) return at_time;
    if (*whole == lost_payload) {
      context.count(MessageLost{});
      return at_time;
    }
    total = *whole;
  }
  if (adapter) [[unlikely]]
    store(context, packet, at_time, total);
  else
    complete(context, packet, at_time, total);
  return at_time;
}

}  // namespace ebb::inline engine
