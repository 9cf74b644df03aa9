// What the rules see of a thread of the parallel executor: one switch at a time (model/switch_view.hpp), and
// the verbs that take what follows (model/executor_verbs.hpp). The parts that do the work are private. Only
// their Worker accesses them.
//
// The parts lie in this object and not behind pointers: the verbs are on the hot path, and each of them would
// load one pointer more.
#pragma once

#include <optional>

#include "base/units.hpp"
#include "engine/counters.hpp"
#include "engine/exchange/published_lengths.hpp"
#include "engine/model/executor_verbs.hpp"
#include "engine/model/flow/credits.hpp"
#include "engine/model/worm/enter_burst.hpp"
#include "engine/storage/decision_buffer.hpp"
#include "engine/threads/block_cursor.hpp"
#include "engine/threads/log_lock.hpp"
#include "engine/threads/outbox.hpp"
#include "engine/threads/window_queue.hpp"
#include "network/network.hpp"
#include "traffic/traffic.hpp"

namespace ebb::inline engine {

class ThreadContext : public SwitchView {
 public:
  /// Of the `self`-th of `threads` threads.
  ThreadContext(NetworkState& all, Blocks& blocks, PublishedLengths& published_lengths, std::size_t self,
                std::size_t threads, Picoseconds batch);

  [[gnu::always_inline]] void send(const Packet& packet) {
    if (outbox_.is_far(packet.switch_id)) [[unlikely]]
      return outbox_.post(packet);
    if (packet.at >= queue_.finish()) [[likely]]
      return queue_.file(packet);
    queue_.insert(packet, Kind::packet);
  }
  void hold(const HeldPacket& held);
  void notify(const DeliveryNotification& notification);
  void schedule(const TimedEvent& timed_event) {
    if (outbox_.is_far(timed_event.switch_id)) [[unlikely]]
      return outbox_.post(timed_event);
    if (timed_event.at >= queue_.finish() || !out) [[likely]]
      return queue_.file(timed_event);
    queue_.insert(timed_event);
  }
  template <class What>
  void count(const What& what) {
    counters_.count(what);
  }
  void count(const Decided& decided) {
    counters_.count(decided);
    decisions_.add(decided);
  }
  Pool<Packet>& queued_packets() { return cursor_.block().queued_packets; }
  Pool<QueuedMessage>& messages() { return cursor_.block().messages; }
  std::optional<std::uint64_t> gather(const Packet& packet, std::uint64_t payload) {
    return cursor_.block().arriving.add(packet, payload);
  }
  Message next_message(HostId h) { return state.traffic.next(h, Picoseconds{now}, state.host[h].memory); }
  Message answer(const DeliveryNotification& notification);
  bool is_last_now() const { return queue_.is_last(now); }
  std::int64_t read_until() const { return queue_.start(); }
  template <class Use>
  auto with_credit_log(PortId channel, unsigned vc, Use&& use);
  [[gnu::always_inline]] void return_credit(InLane& in, const Packet& packet, std::int64_t due,
                                            std::uint64_t* returned = nullptr) {
    if (cursor_.is_alone() || cursor_.is_mine(out[packet.port].peer_switch)) [[likely]]
      enter_credit(*this, in.log, packet, due, returned);
    else
      return_credit_apart(in, packet, due, returned);
  }
  template <class Make>
  [[gnu::always_inline]] void log_burst(SwitchId to, std::size_t lane, FlitSupply& supply,
                                        const FlitBurst& burst, const Make& make);
  template <class Use>
  [[gnu::always_inline]] void with_burst_log(PortId port, std::size_t lane, const Use& use);
  /// Returns the published length of another switch's output queue, as of this window.
  std::int64_t published(SwitchId s, std::uint16_t port) const {
    return published_length(published_, place_, state, s, port);
  }

 private:
  friend class Worker;
  void return_credit_apart(InLane& in, const Packet& packet, std::int64_t due, std::uint64_t* returned);

  Outbox outbox_;
  BlockCursor cursor_;
  PublishedLengths& published_;
  PublishedPlace place_;
  WindowQueue queue_;
  Counters counters_;
  DecisionBuffer decisions_;
};

template <class W>
using ThreadContextWith = WithMode<ThreadContext, W>;

/// Accesses the log of a channel: at its other end, or here when that end is on another rank. What one end
/// adds to the log in a window counts from the next window on, and the other end reads only the current
/// window. So the order of the two accesses does not matter, but each must be atomic.
template <class Use>
auto ThreadContext::with_credit_log(PortId channel, unsigned vc, Use&& use) {
  const SwitchId other = outs[channel].peer_switch;
  if (outbox_.is_far(other)) [[unlikely]]
    return use(state.far_log(channel, vc));
  InLane& lane = ins[lane_of(state.network.peer[channel], vc)];
  if (cursor_.is_mine(other)) return use(lane.log);
  const LogLock lock(lane);
  return use(lane.log);
}

template <class Make>
[[gnu::always_inline]] inline void ThreadContext::log_burst(SwitchId to, std::size_t lane, FlitSupply& supply,
                                                            const FlitBurst& burst, const Make& make) {
  if (!state.worms.logged || outbox_.is_far(to)) [[unlikely]]
    return schedule(make());
  if (cursor_.is_alone() || cursor_.is_mine(to))
    return enter_burst(*this, supply.log, burst, queue_.start(), make);
  const LogLock lock(ins[lane]);
  enter_burst(*this, supply.log, burst, queue_.start(), make);
}

template <class Use>
[[gnu::always_inline]] inline void ThreadContext::with_burst_log(PortId port, std::size_t lane,
                                                                 const Use& use) {
  if (cursor_.is_alone()) [[likely]]
    return use();
  if (const SwitchId other = outs[port].peer_switch; cursor_.is_mine(other) || outbox_.is_far(other))
    return use();
  const LogLock lock(ins[lane]);
  use();
}

}  // namespace ebb::inline engine
