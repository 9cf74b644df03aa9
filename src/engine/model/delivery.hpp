// The end of a packet's way. The last packet of a message completes it, and a workload that listens is told:
// first at the destination, then at the source (source.hpp).
#pragma once

#include "engine/model/order.hpp"

namespace ebb::inline engine {

/// Tells a workload that listens of the message whose last packet this is.
template <class Here>
[[gnu::noinline]] void tell_destination(Here& at, const Packet& packet, std::int64_t at_time,
                                        std::uint64_t payload) {
  News news;
  news.at = news.delivered = at_time, news.born = packet.born;
  news.payload = static_cast<std::int64_t>(payload);
  news.source = packet.source, news.destination = at.host_at(packet.route.out);
  news.switch_id = at.id, news.port = packet.route.out;
  news.tag = packet.tag;
  at.tell(news);
}

/// A message that somebody waits for, or that has a deadline, is whole.
template <class Here>
[[gnu::noinline]] void look_at_message(Here& at, const Packet& packet, std::int64_t at_time,
                                       std::uint64_t payload) {
  if (at.state.deadline > 0) at.count(DeadlineSeen{at_time - packet.born - at.state.deadline});
  if (at.state.listens) tell_destination(at, packet, at_time, payload);
}

/// The message is whole at time `at_time`; `packet` is its last one.
template <class Here>
[[gnu::always_inline]] inline void complete(Here& at, const Packet& packet, std::int64_t at_time,
                                            std::uint64_t payload) {
  at.count(Completed{at_time, packet.born, static_cast<std::int64_t>(payload)});
  if (at.state.watches_messages) look_at_message(at, packet, at_time, payload);
}

/// The last byte will be at the host at `at_time`; nothing can prevent it any more, so it is counted now.
/// (The host's channel delivers packets in order of time, so the one that is counted last is the last one.)
/// Returns when the host has the packet: an adapter may take its time.
template <class Here>
[[gnu::noinline]] std::int64_t deliver(Here& at, const Packet& packet, std::int64_t at_time) {
  const std::int64_t payload = packet.size - at.header;
  Adapter* adapter = nullptr;
  if (!at.state.adapters.empty()) [[unlikely]] {
    adapter = &at.state.adapters[at.host_at(packet.route.out)];
    at_time = adapter->take_in(at.state.hosts.times, at_time, payload);
  }
  at.count(Delivered{packet, at_time, payload});
  if (at.state.goal) ++at.lateness.packets;
  if (!at.state.newest.empty()) [[unlikely]]
    count_order(at, packet);
  auto total = static_cast<std::uint64_t>(payload);
  if (packet.parts > 1) {
    const auto whole = at.gather(packet, total);
    if (!whole) return at_time;
    if (*whole == lost_payload) {
      at.count(MessageLost{});
      return at_time;
    }
    total = *whole;
  }
  complete(at, packet, adapter ? adapter->complete(at.state.hosts.times, at_time) : at_time, total);
  return at_time;
}

}  // namespace ebb::inline engine
