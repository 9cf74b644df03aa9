// Hosts as sources: messages queue without limit and leave as packets.
#pragma once

#include "engine/hop.hpp"

namespace ebb::inline engine {

inline void Part::queue_message(HostId h, const Message& message) {
  Host& host = m_.host[h];
  const std::int64_t payload = m_.hosts.packet.v, size = message.size.v;
  const std::uint32_t parts =
      size <= payload ? 1 : static_cast<std::uint32_t>((size + payload - 1) / payload);
  ++tally_.messages_made;
  tally_.packets_made += parts;
  tally_.payload_made += static_cast<std::uint64_t>(size);
  tally_.batches.offer_message({now_}, parts, {size + parts * header_}, {size});
  const QueuedMessage queued{now_, size, message.destination, host.messages++, parts, message.tag};
  if (parts == 1 && host.queue_head == no_id && send_packet(h, queued, size)) [[likely]]
    return;
  block_->messages.append(host.queue_head, host.queue_tail, queued);
  host.backlog += size;
  if (controlled_) watch_queue(channel_at(m_.place[h].local, true));
}

/// The upcoming message of a host is ready: it queues at the source, and the next one is drawn.
inline void Part::inject(std::uint16_t local) {
  const HostId h = host_at(local);
  Host& host = m_.host[h];
  if (host.upcoming.size.v > 0) queue_message(h, host.upcoming);
  host.upcoming = m_.traffic.next(h, Picoseconds{now_}, host.memory);
  if (host.upcoming.destination != no_id)
    note({.at = host.upcoming.at.v, .kind = Kind::inject, .group = group_, .port = local});
  if (host.queue_head != no_id) pump(h);
}

/// Cuts packets off the oldest messages as long as there are credits.
inline void Part::pump(HostId h) {
  Host& host = m_.host[h];
  while (host.queue_head != no_id) {
    QueuedMessage& message = block_->messages[host.queue_head];
    const std::int64_t payload = std::min(message.left, m_.hosts.packet.v);
    if (!send_packet(h, message, payload)) return;
    message.left -= payload, host.backlog -= payload;
    if (message.left <= 0) block_->messages.pop(host.queue_head);
  }
}

/// The next packet of a message leaves, unless credits are missing or a controlled channel does not take it
/// yet.
inline bool Part::send_packet(HostId h, const QueuedMessage& message, std::int64_t payload) {
  const PortId channel = m_.network.host_port(h);
  OutPort& out = outs_[channel];
  const std::int64_t size = payload + header_, time = rates_[out.rate].time(size),
                     from = std::max(now_, out.free_at);
  if (controlled_ && !may_start(channel, from)) return false;
  std::int32_t& credit = credit_of(channel, 0);
  if (!has_credit(credit, channel, 0, size)) {
    poll_credit(channel, out.peer_port, 0, Kind::host_credit);
    return false;
  }
  if (m_.goal) count_lateness(channel, 0, message.born, size, from + time);
  credit -= static_cast<std::int32_t>(size);
  out.free_at = from + time;
  out.busy += time;
  out.bytes += static_cast<std::uint64_t>(size);
  Packet packet;
  packet.at = from + delay_[out.link] + pipeline_;
  if (!cut_through_) packet.at += time;
  packet.born = message.born, packet.entered = from;
  packet.group = group_, packet.source = h;
  const HostPlace to = m_.place[message.destination];
  packet.route.to = to.at, packet.route.out = to.local;
  packet.message = message.number, packet.parts = message.parts, packet.tag = message.tag;
  packet.size = static_cast<std::uint16_t>(size), packet.port = out.peer_port, packet.rate = out.rate;
  ++tally_.packets_sent;
  tally_.payload_sent += static_cast<std::uint64_t>(payload);
  tally_.batches.inject_packet({from}, {size}, {payload});
  fly(packet);
  return true;
}

}  // namespace ebb::inline engine
