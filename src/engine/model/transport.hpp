// Hosts as ends of connections: they send as many segments as congestion control allows, acknowledge what
// they get, and send again what was lost. Segments and acknowledgements are packets like all others. An
// acknowledgement is a packet without payload.
//
// A packet of a connection uses the fields of a message for its own purposes:
//   message   number of the segment, or of the one that is expected; the highest bit is the ECN mark
//   parts     segments of the message from this one on; or the SACK block, relative to the expected segment
//   tag       of the message; or the timestamp of the segment that is acknowledged
#pragma once

#include "base/ensure.hpp"
#include "engine/model/delivery.hpp"
#include "engine/model/flow/marking.hpp"
#include "engine/model/source.hpp"
#include "engine/model/transport_state.hpp"
#include "network/network.hpp"
#include "traffic/traffic.hpp"
#include "transport/receiver.hpp"
#include "transport/segments.hpp"

namespace ebb::inline engine {

/// A timestamp counts units of 4,096 ps and wraps around after 17 s.
inline constexpr unsigned timestamp_shift = 12;
inline std::uint32_t timestamp(std::int64_t ps) { return static_cast<std::uint32_t>(ps >> timestamp_shift); }

inline bool is_acknowledgement(const SwitchView& context, const Packet& packet) {
  return packet.size == context.header;
}

/// Returns the connection to a host, which is made for its first message.
inline SendingConnection& connection_to(TransportState& state, HostTransport& host, HostId destination) {
  const auto next = static_cast<std::uint32_t>(host.sending.size());
  const std::uint32_t place = host.to.place_of(destination, next);
  if (place == next) host.sending.push_back({.destination = destination, .sender = new_sender(state.sender)});
  return host.sending[place];
}
inline ReceivingConnection& connection_from(HostTransport& host, HostId source) {
  const auto next = static_cast<std::uint32_t>(host.receiving.size());
  const std::uint32_t place = host.from.place_of(source, next);
  if (place == next) host.receiving.push_back({.source = source});
  return host.receiving[place];
}

/// Makes sure that the host looks at the connection when its timer expires. A timer that moves to a later
/// time has no new event: the earlier one finds it.
template <class Context, class Connection>
void file_timer(Context& context, HostId h, Connection& connection, std::uint32_t place, std::int64_t at,
                bool receives) {
  if (at >= connection.timer_filed) return;
  connection.timer_filed = at;
  HostTransport& host = context.state.transport.hosts[h];
  host.timers.push({at, place, receives});
  if (at >= host.wake) return;
  host.wake = at;
  context.schedule(timer_event(at, context.id, context.state.place[h].local));
}

/// Returns a segment as the host sends it.
inline QueuedMessage segment_of(const SwitchView& context, const SendingConnection& connection,
                                std::uint32_t number) {
  const StreamMessage& message = connection.messages.of_segment(number);
  const std::int64_t largest = context.state.hosts.packet.v, before = (number - message.first) * largest;
  return {message.born,
          std::min(largest, message.size - before),
          connection.destination,
          number,
          message.parts - (number - message.first),
          message.tag,
          0};
}

/// The packet leaves at once if it can, or it joins the host's queue.
template <class Context>
void send_or_queue(Context& context, HostId h, const QueuedMessage& packet) {
  if (context.state.host[h].queue_head == no_id && send_packet(context, h, packet, packet.left)) return;
  join_queue(context, h, packet);
}

/// Sends what the connection may send now.
template <class Context>
void send_segments(Context& context, HostId h, SendingConnection& connection) {
  TransportState& state = context.state.transport;
  while (const auto sent = take_segment(connection.sender, state.sender, context.now)) {
    const QueuedMessage segment = segment_of(context, connection, sent->number);
    if (sent->again)
      ++connection.sent_again,
          context.count(SentAgain{context.now, segment.left + context.header, segment.left});
    else
      connection.unsent -= segment.left;
    send_or_queue(context, h, segment);
  }
  const auto place = static_cast<std::uint32_t>(&connection - state.hosts[h].sending.data());
  file_timer(context, h, connection, place, connection.sender.timer, false);
}

/// A host has a message for another one.
template <class Context>
void send_by_transport(Context& context, HostId h, const Message& message) {
  TransportState& state = context.state.transport;
  SendingConnection& connection = connection_to(state, state.hosts[h], message.destination);
  const QueuedMessage offered = offer(context, h, message);
  connection.messages.add({offered.born, offered.left, connection.sender.end, offered.parts, offered.tag});
  connection.sender.end += offered.parts, connection.unsent += offered.left;
  send_segments(context, h, connection);
}

/// Sends an acknowledgement of what has arrived.
template <class Context>
void acknowledge(Context& context, HostId h, ReceivingConnection& connection) {
  const Acknowledgement ack = answer(connection.receiver);
  const std::uint32_t block = ack.sack_end > ack.sack_begin
                                  ? (ack.sack_begin - ack.expected) << 16 | (ack.sack_end - ack.expected)
                                  : 0;
  context.count(Acknowledged{context.now, context.header});
  send_or_queue(
      context, h,
      {context.now, 0, connection.source, ack.expected | (ack.marked ? mark_bit : 0), block, ack.echo, 0});
}

/// An acknowledgement has arrived at the host.
template <class Context>
void receive_acknowledgement(Context& context, HostId h, const Packet& packet) {
  TransportState& state = context.state.transport;
  SendingConnection& connection = connection_to(state, state.hosts[h], packet.source);
  const std::uint32_t expected = packet.message & ~mark_bit;
  const Acknowledgement ack{.expected = expected,
                            .sack_begin = expected + (packet.parts >> 16),
                            .sack_end = expected + (packet.parts & 0xffff),
                            .echo = packet.tag,
                            .marked = (packet.message & mark_bit) != 0};
  const auto round_trip = std::int64_t{timestamp(context.now) - packet.tag} << timestamp_shift;
  receive(connection.sender, state.sender, ack, round_trip, context.now);
  connection.messages.drop_before(connection.sender.board.first());
  send_segments(context, h, connection);
}

/// A segment is in order. The last one of a message completes it; `packet` has released it.
template <class Context>
void take_in_order(Context& context, Receiver& receiver, const Packet& packet, const Segment& segment) {
  receiver.message_payload += segment.payload;
  context.count(SegmentInOrder{segment.payload});
  if (segment.remaining > 1) return;
  Packet last = packet;
  last.born = segment.born, last.tag = segment.tag;
  complete(context, last, context.now, static_cast<std::uint64_t>(receiver.message_payload));
  receiver.message_payload = 0;
}

/// A data segment has arrived at the host.
template <class Context>
void receive_segment(Context& context, HostId h, const Packet& packet) {
  TransportState& state = context.state.transport;
  ReceivingConnection& connection = connection_from(state.hosts[h], packet.source);
  Receiver& receiver = connection.receiver;
  const Segment segment{.born = packet.born,
                        .payload = packet.size - context.header,
                        .number = packet.message & ~mark_bit,
                        .remaining = packet.parts,
                        .tag = packet.tag,
                        .sent_at = timestamp(packet.entered),
                        .marked = (packet.message & mark_bit) != 0};
  if (answers_before(receiver, state.receiver, segment)) acknowledge(context, h, connection);
  const TakenSegment taken = take(receiver, state.receiver, segment, context.now);
  if (taken.arrival == Arrival::duplicate) context.count(SegmentRepeated{segment.payload});
  if (taken.arrival == Arrival::in_order) take_in_order(context, receiver, packet, segment);
  while (const auto released = take_released(receiver)) take_in_order(context, receiver, packet, *released);
  if (taken.answer_now) return acknowledge(context, h, connection);
  const auto place = static_cast<std::uint32_t>(&connection - state.hosts[h].receiving.data());
  file_timer(context, h, connection, place, receiver.timer, true);
}

/// A packet has arrived at its host: the time of its last byte has come.
template <class Context>
void receive_packet(Context& context, const Packet& packet) {
  const HostId h = context.host_at(packet.port);
  if (is_acknowledgement(context, packet)) return receive_acknowledgement(context, h, packet);
  receive_segment(context, h, packet);
}

/// The host's last switch has booked the delivery of a packet at `at_time`.
template <class Context>
void hand_to_transport(Context& context, const Packet& packet, std::int64_t at_time) {
  HeldPacket arriving{packet};
  arriving.packet.at = at_time, arriving.packet.switch_id = context.id;
  arriving.packet.port = packet.route.out, arriving.packet.vc = host_vc, arriving.packet.rate = at_host_rate;
  context.hold(arriving);
}

/// A connection's timer has expired, or has moved to a later time.
template <class Context>
void look_at_timer(Context& context, HostId h, const ConnectionTimer& due) {
  TransportState& state = context.state.transport;
  if (due.receives) {
    ReceivingConnection& connection = state.hosts[h].receiving[due.connection];
    if (connection.timer_filed != due.at) return;  // an earlier one took its place
    connection.timer_filed = no_timer;
    if (connection.receiver.timer <= context.now) return acknowledge(context, h, connection);
    return file_timer(context, h, connection, due.connection, connection.receiver.timer, true);
  }
  SendingConnection& connection = state.hosts[h].sending[due.connection];
  if (connection.timer_filed != due.at) return;
  connection.timer_filed = no_timer;
  if (connection.sender.timer <= context.now) {
    context.count(TimedOut{});
    ++connection.timeouts;
    time_out(connection.sender, state.sender, context.now);
  }
  send_segments(context, h, connection);
}

/// A timer of a host's connections is due.
template <class Context>
void run_timer(Context& context, std::uint16_t local) {
  const HostId h = context.host_at(local);
  HostTransport& host = context.state.transport.hosts[h];
  if (context.now >= host.wake) host.wake = no_timer;
  while (!host.timers.empty() && host.timers.top().at <= context.now) {
    const ConnectionTimer due = host.timers.top();
    host.timers.pop();
    look_at_timer(context, h, due);
  }
  if (host.timers.empty() || host.timers.top().at >= host.wake) return;
  host.wake = host.timers.top().at;
  context.schedule(timer_event(host.wake, context.id, local));
}

}  // namespace ebb::inline engine
