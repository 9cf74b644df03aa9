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
template <class Here>
[[gnu::noinline]] void deliver(Here& at, const Packet& packet, std::int64_t at_time) {
  const std::int64_t payload = packet.size - at.header;
  at.count(Delivered{packet, at_time, payload});
  if (at.state.goal) ++at.lateness.packets;
  if (!at.state.newest.empty()) [[unlikely]]
    count_order(at, packet);
  auto total = static_cast<std::uint64_t>(payload);
  if (packet.parts > 1) {
    const auto whole = at.gather(packet, total);
    if (!whole) return;
    if (*whole == lost_payload) return at.count(MessageLost{});
    total = *whole;
  }
  complete(at, packet, at_time, total);
}

}  // namespace ebb::inline engine
