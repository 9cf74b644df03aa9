// Credits between switches that two threads may be at work on at the same time. What one end adds to the log
// in a window counts in later ones only, and the other end asks about this one only: so it does not matter
// who is first, as long as each finds the log whole. A bit in the log sees to that; inside a block nobody
// needs it. Between ranks credits go by mail.
#include <atomic>

#include "engine/barrier.hpp"
#include "engine/hop.hpp"

namespace ebb::inline engine {
namespace {

class LogLock {
 public:
  explicit LogLock(InLane& log) : bit_(log.locked) {
    while (bit_.exchange(1, std::memory_order_acquire)) pause_briefly();
  }
  ~LogLock() { bit_.store(0, std::memory_order_release); }
  LogLock(const LogLock&) = delete;
  LogLock& operator=(const LogLock&) = delete;

 private:
  std::atomic_ref<std::uint8_t> bit_;
};

}  // namespace

void Part::log_credit_apart(InLane& in, const Packet& packet, std::int64_t due) {
  if (far(out_[packet.port].peer_group)) return post_credit(packet, due);
  const LogLock lock(in);
  log_credit(in, packet, due);
}

/// The log of a channel: at its other end, or here when that is on another rank.
template <class Use>
auto Part::with_log(PortId channel, unsigned vc, Use&& use) {
  const SwitchId other = outs_[channel].peer_group;
  if (far(other)) return use(m_.far_log(channel, vc));
  InLane& log = ins_[lane_of(m_.network.peer[channel], vc)];
  if (mine(other)) return use(log);
  const LogLock lock(log);
  return use(log);
}

std::uint32_t Part::credit_due(PortId channel, unsigned vc) {
  return with_log(channel, vc, [this](InLane& log) { return log.due(now_); });
}

/// When the next credit counts; when none is known, downstream will tell of the next one.
std::int64_t Part::next_credit(PortId channel, unsigned vc) {
  return with_log(channel, vc, [this](InLane& log) {
    const std::int64_t next = log.next_after(now_);
    if (next == INT64_MAX) log.wanted = 1;
    return next;
  });
}

}  // namespace ebb::inline engine
