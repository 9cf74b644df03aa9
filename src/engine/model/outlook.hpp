// What a routing sees of the outputs of the switch at hand; routing/route.hpp says what it may ask.
#pragma once

#include "engine/model/output.hpp"
#include "engine/model/worm/worm_outlook.hpp"

namespace ebb::inline engine {

/// Returns the depth of an output queue; that of worms is in worm_outlook.hpp.
template <class Here>
[[gnu::always_inline]] inline std::int64_t queue_depth(const Here& at, std::uint16_t port) {
  return at.queued(port);
}

template <class Here>
struct Outlook {
  Here& at;
  std::int64_t size;        ///< of the packet
  std::uint16_t input = 0;  ///< the port that it came in by
  unsigned first_vc = 0;    ///< of its virtual lane: the routing counts from there

  /// Returns the depth of an output queue. A channel that is to be shunned looks deeper than any other.
  [[gnu::always_inline]] std::int64_t operator()(std::uint16_t port) const {
    const std::int64_t bytes = queue_depth(at, port);
    if (!at.shuns) [[likely]]
      return bytes;
    return at.state.watch[at.first_port + port].shun_until > at.now ? bytes + shunned_depth : bytes;
  }
  bool open(Hop hop) const {
    if constexpr (MovesWorms<Here>) hop.vc = static_cast<std::uint8_t>(hop.vc + first_vc);
    return is_open(at, hop, size);
  }
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
  /// Whatever has ever chosen this output, whether it has left or not.
  std::int64_t used(std::uint16_t port) const {
    return static_cast<std::int64_t>(at.out[port].bytes) + at.out[port].waiting;
  }
  std::int64_t published(SwitchId s, std::uint16_t port) const { return at.published(s, port); }
};

}  // namespace ebb::inline engine
