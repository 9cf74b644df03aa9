// The end of a packet's way. The last packet of a message completes it, and a workload that listens is told:
// first at the destination, then at the source (source.hpp).
#pragma once

#include "engine/model/order.hpp"

namespace ebb::inline engine {

/// Returns the news of the message whose last packet this is, whole at time `at_time`.
template <class Here>
News news_of(Here& at, const Packet& packet, std::int64_t at_time, std::uint64_t payload) {
  News news;
  news.at = news.delivered = at_time, news.born = packet.born;
  news.payload = static_cast<std::int64_t>(payload);
  news.source = packet.source, news.destination = at.host_at(packet.route.out);
  news.switch_id = at.id, news.port = packet.route.out;
  news.tag = packet.tag;
  return news;
}

/// A message that somebody waits for, or that may have a deadline, is whole.
template <class Here>
[[gnu::noinline]] void look_at_message(Here& at, const News& news) {
  const std::int64_t deadline = at.state.deadline;
  if (deadline > 0 && news.tag != no_deadline) at.count(DeadlineSeen{news.delivered - news.born - deadline});
  if (at.state.listens) at.tell(news);
}

/// The message is whole at time `at_time`; `packet` is its last one.
template <class Here>
[[gnu::always_inline]] inline void complete(Here& at, const Packet& packet, std::int64_t at_time,
                                            std::uint64_t payload) {
  at.count(Completed{at_time, packet.born, static_cast<std::int64_t>(payload)});
  if (at.state.watches_messages) look_at_message(at, news_of(at, packet, at_time, payload));
}

/// The last packet of a message will be in the host's memory at `at_time`. What the processor does until then
/// is not known yet, so the message waits for its turn (hear_stored()).
template <class Here>
[[gnu::noinline]] void store(Here& at, const Packet& packet, std::int64_t at_time, std::uint64_t payload) {
  News news = news_of(at, packet, at_time, payload);
  news.stored = true;
  at.tell(news);
}

/// A message stands in its host's memory, and the adapter's processor has to say so.
template <class Here>
[[gnu::noinline]] void hear_stored(Here& at, News news) {
  news.stored = false;
  news.at = news.delivered = at.state.adapters[news.destination].complete(at.state.hosts.times, at.now);
  at.count(Completed{news.at, news.born, news.payload});
  if (at.state.watches_messages) look_at_message(at, news);
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
  if (adapter) [[unlikely]]
    store(at, packet, at_time, total);
  else
    complete(at, packet, at_time, total);
  return at_time;
}

}  // namespace ebb::inline engine
