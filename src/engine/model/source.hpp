// Hosts as sources: messages queue without limit and leave as packets.
#pragma once

#include "base/accelerator/device.hpp"
#include "base/units.hpp"
#include "engine/model/output.hpp"
#include "network/network.hpp"
#include "traffic/traffic.hpp"

namespace ebb::inline engine {

/// Makes the next packet of a message, which leaves its host from `from` on.
template <class Context>
[[gnu::always_inline]] EBB_DEVICE_INLINE Packet packet_of(Context& context, HostId h,
                                                          const QueuedMessage& message, std::int64_t size,
                                                          std::int64_t from) {
  Packet packet;
  packet.born = message.born, packet.entered = from;
  packet.source = h;
  const HostPlace to = context.state.place[message.destination];
  packet.route.to = to.at, packet.route.out = to.local;
  packet.message = message.number, packet.parts = message.parts, packet.tag = message.tag;
  packet.size = static_cast<std::uint16_t>(size);
  return packet;
}

/// Says whether a host that lacks credits will have them when its wire is free; if that is unknown, it waits.
template <class Context>
EBB_DEVICE bool counts_on_space(Context& context, const Channel& channel, std::int32_t credit,
                                std::int64_t size) {
  if constexpr (requires { Context::Flow::host_counts_on(context, channel, credit, size); })
    return Context::Flow::host_counts_on(context, channel, credit, size);
  Context::Flow::wait(context, channel, 0);
  return false;
}

/// Sends the next packet of a message. False when it lacks credits, or when a controlled channel does not
/// take it yet.
template <class Context>
EBB_DEVICE_INLINE bool send_packet(Context& context, HostId h, const QueuedMessage& message,
                                   std::int64_t payload) {
  const PortId channel = context.state.network.host_port(h);
  OutPort& out = context.outs[channel];
  const std::int64_t size = payload + context.header, from = std::max(context.now, out.free_at);
  if (is_guarded(context) && !may_start(context, channel, from)) return false;
  std::int32_t& credit = context.credit_of(channel, 0);
  if (!Context::Flow::may_send(context, credit, channel, 0, size) &&
      !counts_on_space(context, {channel, out.peer_port, true}, credit, size))
    return false;
  Packet packet = packet_of(context, h, message, size, from);
  context.count(Injected{from, size, payload});
  book(context, out, credit, packet, from, message.born);
  return true;
}

/// Schedules a look at the time when the adapter has a packet ready.
template <class Context>
EBB_APART EBB_DEVICE void wait_for_adapter(Context& context, HostId h, std::int64_t ready) {
  Adapter& adapter = context.state.adapters[h];
  if (adapter.timed_event <= ready) return;
  adapter.timed_event = ready;
  context.schedule(doorbell_event(ready, context.id, context.state.place[h].local));
}

/// A packet of a message has left the adapter. Sets when the adapter has the next one, which may be past.
template <class Context>
EBB_DEVICE_INLINE void fetch_next(const Context& context, QueuedMessage& message) {
  if (message.left > 0)
    message.ready += context.state.hosts.times.dma_time(std::min(message.left, context.state.hosts.packet.v));
}

/// Cuts packets off the oldest messages as long as they can leave.
template <class Context>
EBB_DEVICE void pump(Context& context, HostId h) {
  Host& host = context.state.host[h];
  while (host.queue_head != no_id) {
    QueuedMessage& message = context.messages()[host.queue_head];
    if (message.ready > context.now) [[unlikely]]
      return wait_for_adapter(context, h, message.ready);
    const std::int64_t payload = std::min(message.left, context.state.hosts.packet.v);
    if (!send_packet(context, h, message, payload)) return;
    message.left -= payload, host.backlog -= payload;
    if (message.ready > 0) [[unlikely]]
      fetch_next(context, message);
    if (message.left <= 0) context.messages().pop(host.queue_head);
  }
}

/// A host has a message to send, which is counted.
template <class Context>
[[gnu::always_inline]] EBB_DEVICE_INLINE QueuedMessage offer(Context& context, HostId h,
                                                             const Message& message) {
  const std::int64_t payload = context.state.hosts.packet.v, size = message.size.v;
  const std::uint32_t parts =
      size <= payload ? 1 : static_cast<std::uint32_t>((size + payload - 1) / payload);
  context.count(Offered{context.now, size + parts * context.header, size, parts});
  QueuedMessage queued{context.now, size,       message.destination, context.state.host[h].messages++,
                       parts,       message.tag};
  if (context.state.adapters_take_time()) [[unlikely]] {
    const AdapterTimes& times = context.state.hosts.times;
    queued.ready = context.state.adapters[h].take_request(times, context.now, std::min(size, payload),
                                                          times.dma_time(size, parts, payload));
  }
  return queued;
}

/// A message, or a segment of a connection, joins the host's queue.
template <class Context>
EBB_DEVICE_INLINE void join_queue(Context& context, HostId h, const QueuedMessage& queued) {
  Host& host = context.state.host[h];
  context.messages().append(host.queue_head, host.queue_tail, queued);
  host.backlog += queued.left;
  if (context.controlled) watch_queue(context, channel_at(context, context.state.place[h].local, true));
}

/// Hands a message to a host: it leaves at once if it is one packet and can be sent, or it joins the queue.
template <class Context>
EBB_DEVICE_INLINE void queue_in_order(Context& context, HostId h, const Message& message) {
  Host& host = context.state.host[h];
  const QueuedMessage queued = offer(context, h, message);
  if (queued.parts == 1 && host.queue_head == no_id && queued.ready <= context.now &&
      send_packet(context, h, queued, queued.left)) [[likely]]
    return;
  join_queue(context, h, queued);
}

/// A host with a transport hands its messages to a connection (transport.hpp).
template <class Context>
EBB_DEVICE void send_by_transport(Context& context, HostId h, const Message& message);

/// The same; a host with virtual lanes has queues of its own for them (worm/lane_source.hpp).
template <class Context>
EBB_DEVICE_INLINE void queue_message(Context& context, HostId h, const Message& message) {
  if constexpr (requires { Context::Flow::has_transport(context); })
    if (Context::Flow::has_transport(context)) return send_by_transport(context, h, message);
  queue_in_order(context, h, message);
}

/// A host's adapter has a packet ready.
template <class Context>
EBB_DEVICE void receive_doorbell(Context& context, std::uint16_t local) {
  const HostId h = context.host_at(local);
  context.state.adapters[h].timed_event = INT64_MAX;
  pump(context, h);
}

/// The next message of a host is ready: it joins the queue, and the following one is sampled. (A workload
/// that wants to be called again has no other upcoming messages than those that are ready at once.)
template <class Context>
EBB_DEVICE_INLINE void inject(Context& context, std::uint16_t local) {
  const HostId h = context.host_at(local);
  Host& host = context.state.host[h];
  if (host.upcoming.size.v > 0) queue_message(context, h, host.upcoming);
  host.upcoming = context.next_message(h);
  if (host.upcoming.destination != no_id)
    context.schedule(inject_event(host.upcoming.at.v, context.id, local));
  if (host.queue_head != no_id) pump(context, h);
}

/// Credits have arrived from the first switch: the host goes on sending.
template <class Context>
EBB_DEVICE void receive_host_credit(Context& context, std::uint16_t local, std::uint32_t bytes) {
  const HostId h = context.host_at(local);
  if (Context::Flow::receive(context, context.state.network.host_port(h), 0, bytes)) pump(context, h);
}

/// Returns a workload's answer to a delivery. Workloads are behind an interface, so only executors call this.
inline Message answer_to(SwitchView& context, const DeliveryNotification& notification) {
  const Delivery delivery{.source = notification.source,
                          .destination = notification.destination,
                          .size = {notification.payload},
                          .tag = notification.tag,
                          .born = {notification.born},
                          .at = {notification.delivered}};
  HostMemory& memory = context.state.host[context.host_at(notification.port)].memory;
  return notification.at_source
             ? context.state.traffic.acknowledged(delivery, Picoseconds{context.now}, memory)
             : context.state.traffic.delivered(delivery, memory);
}

/// A workload is notified of a delivery. It may answer with a message, or ask to be called for one later. The
/// destination's notification goes on to the source.
template <class Context>
EBB_DEVICE void receive_notification(Context& context, const DeliveryNotification& notification) {
  if (notification.stored) [[unlikely]]
    return receive_stored(context, notification);
  const Message answer = context.answer(notification);
  if (answer.destination != no_id && answer.size.v == 0) {
    context.schedule(inject_event(answer.at.v, context.id, notification.port));
  } else if (answer.destination != no_id) {
    const HostId here = context.host_at(notification.port);
    queue_message(context, here, answer);
    pump(context, here);
  }
  if (notification.at_source) return;
  DeliveryNotification back = notification;
  back.at_source = true;
  back.switch_id = context.state.place[notification.source].at,
  back.port = context.state.place[notification.source].local;
  back.at = context.now + context.state.acknowledge_after;
  context.notify(back);
}

}  // namespace ebb::inline engine
