// Hosts as sources: messages queue without limit and leave as packets.
#pragma once

#include "engine/model/output.hpp"

namespace ebb::inline engine {

/// Makes the next packet of a message, which leaves its host from `from` on.
template <class Here>
[[gnu::always_inline]] inline Packet packet_of(Here& at, HostId h, const QueuedMessage& message,
                                               std::int64_t size, std::int64_t from) {
  Packet packet;
  packet.born = message.born, packet.entered = from;
  packet.source = h;
  const HostPlace to = at.state.place[message.destination];
  packet.route.to = to.at, packet.route.out = to.local;
  packet.message = message.number, packet.parts = message.parts, packet.tag = message.tag;
  packet.size = static_cast<std::uint16_t>(size);
  return packet;
}

/// Says whether a host that lacks space will have it when its wire is free; if that is not known, it waits.
template <class Here>
bool counts_on_space(Here& at, const Channel& channel, std::int32_t credit, std::int64_t size) {
  if constexpr (requires { Here::Flow::host_counts_on(at, channel, credit, size); })
    return Here::Flow::host_counts_on(at, channel, credit, size);
  Here::Flow::wait(at, channel, 0);
  return false;
}

/// Sends the next packet of a message. False when there is no space for it, or when a controlled channel does
/// not take it yet.
template <class Here>
inline bool send_packet(Here& at, HostId h, const QueuedMessage& message, std::int64_t payload) {
  const PortId channel = at.state.network.host_port(h);
  OutPort& out = at.outs[channel];
  const std::int64_t size = payload + at.header, from = std::max(at.now, out.free_at);
  if (is_guarded(at) && !may_start(at, channel, from)) return false;
  std::int32_t& credit = at.credit_of(channel, 0);
  if (!Here::Flow::may_send(at, credit, channel, 0, size) &&
      !counts_on_space(at, {channel, out.peer_port, true}, credit, size))
    return false;
  Packet packet = packet_of(at, h, message, size, from);
  at.count(Injected{from, size, payload});
  book(at, out, credit, packet, from, message.born);
  return true;
}

/// Files a note to look when the adapter has a packet ready.
template <class Here>
[[gnu::noinline]] void wait_for_adapter(Here& at, HostId h, std::int64_t ready) {
  Adapter& adapter = at.state.adapters[h];
  if (adapter.note <= ready) return;
  adapter.note = ready;
  at.later(doorbell_note(ready, at.id, at.state.place[h].local));
}

/// A packet of a message has left the adapter, which has had the next one since, or will have it.
inline void fetch_next(const SwitchView& at, QueuedMessage& message) {
  if (message.left > 0)
    message.ready += at.state.hosts.times.dma_time(std::min(message.left, at.state.hosts.packet.v));
}

/// Cuts packets off the oldest messages as long as they can leave.
template <class Here>
void pump(Here& at, HostId h) {
  Host& host = at.state.host[h];
  while (host.queue_head != no_id) {
    QueuedMessage& message = at.messages()[host.queue_head];
    if (message.ready > at.now) [[unlikely]]
      return wait_for_adapter(at, h, message.ready);
    const std::int64_t payload = std::min(message.left, at.state.hosts.packet.v);
    if (!send_packet(at, h, message, payload)) return;
    message.left -= payload, host.backlog -= payload;
    if (message.ready > 0) [[unlikely]]
      fetch_next(at, message);
    if (message.left <= 0) at.messages().pop(host.queue_head);
  }
}

/// A host has a message to send, which is counted.
template <class Here>
[[gnu::always_inline]] inline QueuedMessage offer(Here& at, HostId h, const Message& message) {
  const std::int64_t payload = at.state.hosts.packet.v, size = message.size.v;
  const std::uint32_t parts =
      size <= payload ? 1 : static_cast<std::uint32_t>((size + payload - 1) / payload);
  at.count(Offered{at.now, size + parts * at.header, size, parts});
  QueuedMessage queued{at.now, size, message.destination, at.state.host[h].messages++, parts, message.tag};
  if (!at.state.adapters.empty()) [[unlikely]] {
    const AdapterTimes& times = at.state.hosts.times;
    queued.ready = at.state.adapters[h].take_request(times, at.now, std::min(size, payload),
                                                     times.dma_time(size, parts, payload));
  }
  return queued;
}

/// Hands a message to a host: it leaves at once if it is one packet and can, or it joins the queue.
template <class Here>
inline void queue_in_order(Here& at, HostId h, const Message& message) {
  Host& host = at.state.host[h];
  const QueuedMessage queued = offer(at, h, message);
  if (queued.parts == 1 && host.queue_head == no_id && queued.ready <= at.now &&
      send_packet(at, h, queued, queued.left)) [[likely]]
    return;
  at.messages().append(host.queue_head, host.queue_tail, queued);
  host.backlog += queued.left;
  if (at.controlled) watch_queue(at, channel_at(at, at.state.place[h].local, true));
}

/// The same; a host with virtual lanes has queues of its own for them (worm/lane_source.hpp).
template <class Here>
inline void queue_message(Here& at, HostId h, const Message& message) {
  queue_in_order(at, h, message);
}

/// A host's adapter has a packet ready.
template <class Here>
void hear_doorbell(Here& at, std::uint16_t local) {
  const HostId h = at.host_at(local);
  at.state.adapters[h].note = INT64_MAX;
  pump(at, h);
}

/// The upcoming message of a host is ready: it queues at the source, and the next one is drawn. (A workload
/// that asks to be asked has no other upcoming messages than those that are ready at once.)
template <class Here>
inline void inject(Here& at, std::uint16_t local) {
  const HostId h = at.host_at(local);
  Host& host = at.state.host[h];
  if (host.upcoming.size.v > 0) queue_message(at, h, host.upcoming);
  host.upcoming = at.next_message(h);
  if (host.upcoming.destination != no_id) at.later(inject_note(host.upcoming.at.v, at.id, local));
  if (host.queue_head != no_id) pump(at, h);
}

/// Space has become free at the first switch: the host goes on sending.
template <class Here>
void hear_host_credit(Here& at, std::uint16_t local, std::uint32_t bytes) {
  const HostId h = at.host_at(local);
  if (Here::Flow::hear(at, at.state.network.host_port(h), 0, bytes)) pump(at, h);
}

/// Returns what a workload answers to a delivery. Workloads are behind an interface, so only executors call
/// this.
inline Message answer_to(SwitchView& at, const News& news) {
  const Delivery delivery{.source = news.source,
                          .destination = news.destination,
                          .size = {news.payload},
                          .tag = news.tag,
                          .born = {news.born},
                          .at = {news.delivered}};
  HostMemory& memory = at.state.host[at.host_at(news.port)].memory;
  return news.at_source ? at.state.traffic.acknowledged(delivery, Picoseconds{at.now}, memory)
                        : at.state.traffic.delivered(delivery, memory);
}

/// A workload is told of a delivery. It may answer with a message, or ask to be asked for one later. The
/// destination's news go on to the source.
template <class Here>
void hear_news(Here& at, const News& news) {
  if (news.stored) [[unlikely]]
    return hear_stored(at, news);
  const Message answer = at.answer(news);
  if (answer.destination != no_id && answer.size.v == 0) {
    at.later(inject_note(answer.at.v, at.id, news.port));
  } else if (answer.destination != no_id) {
    const HostId here = at.host_at(news.port);
    queue_message(at, here, answer);
    pump(at, here);
  }
  if (news.at_source) return;
  News back = news;
  back.at_source = true;
  back.switch_id = at.state.place[news.source].at, back.port = at.state.place[news.source].local;
  back.at = at.now + at.state.acknowledge_after;
  at.tell(back);
}

}  // namespace ebb::inline engine
