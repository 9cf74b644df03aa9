// What a routing sees of the outputs of the switch at hand; routing/route.hpp says what it may ask.
#pragma once

#include "engine/model/output.hpp"

namespace ebb::inline engine {

template <class Here>
struct Outlook {
  Here& at;
  std::int64_t size;        ///< of the packet
  std::uint16_t input = 0;  ///< the port that it came in by

  /// Returns the depth of an output queue. A channel that is to be shunned looks deeper than any other.
  [[gnu::always_inline]] std::int64_t operator()(std::uint16_t port) const {
    const std::int64_t bytes = at.queued(port);
    if (!at.shuns) [[likely]]
      return bytes;
    return at.state.watch[at.first_port + port].shun_until > at.now ? bytes + shunned_depth : bytes;
  }
  bool open(Hop hop) const { return is_open(at, hop, size); }
  bool paused(Hop hop) const { return Here::Flow::is_paused(at, hop); }
  bool notified(SwitchId to) const {
    const NoticeSettings& notices = at.state.notices;
    return notices.in_use() && at.state.notified_until(at.id, notices.group_of[to]) > at.now;
  }
  std::int64_t now() const { return at.now; }
  bool usable(std::uint16_t port) const {
    return !at.controlled || at.state.watch[at.first_port + port].route_from <= at.now;
  }
  bool known(std::uint32_t row, unsigned count) const {
    return at.state.known.empty() || at.state.known_of(at.id, row, count) > 0;
  }
  void missed(std::uint16_t port, int weight) const { miss(at, port, size * weight); }
  std::int64_t published(SwitchId s, std::uint16_t port) const { return at.published(s, port); }
};

}  // namespace ebb::inline engine
