// A thread's part in a simulation. Time is divided into windows so short that nothing a switch does can reach
// another one before the window's end. So within a window the switches are independent. The events of each
// switch are sorted and handled together, while its state is in the cache, and the order of the switches does
// not matter.
//
// The switches are divided into blocks. In each window every thread first sorts its filed events by block.
// Then it handles its own blocks, and after them those that other threads have not started. It files new
// events in its own calendar. The results do not depend on which thread handles a block: ties are resolved by
// content.
//
// The rules (engine/model, engine/control) determine what happens at a switch. A worker gives them their view
// and takes the events they create. pass.hpp calls them.
#pragma once

#include <atomic>
#include <cstdint>
#include <memory>
#include <span>
#include <utility>
#include <vector>

#include "engine/counters.hpp"
#include "engine/exchange/rank_messages.hpp"
#include "engine/model/executor_verbs.hpp"
#include "engine/model/flow/credits.hpp"
#include "engine/model/worm/enter_burst.hpp"
#include "engine/storage/decision_buffer.hpp"
#include "engine/threads/event_sorter.hpp"
#include "engine/threads/log_lock.hpp"
#include "engine/threads/window_events.hpp"

namespace ebb::inline engine {

/// How much memory is asked for ahead of time (prefetch.hpp): what events name, or also what that leads to.
enum class PrefetchDepth : std::uint8_t { nothing, named, everything };

class Worker : public SwitchView {
 public:
  using Team = std::vector<std::unique_ptr<Worker>>;

  /// This worker owns the `self`-th of `threads` equal parts of the blocks.
  Worker(NetworkState& state, Blocks& blocks, PublishedLengths& published_lengths, std::size_t self,
         std::size_t threads, Picoseconds batch);

  // Windows.
  /// Returns the next window, from the current one on, for which this thread has filed events.
  std::uint64_t next_window() const { return calendar_.next_window(); }
  void advance_to(std::uint64_t window);
  /// Sorts this thread's events of the current window by block. No thread may be working on an earlier
  /// window.
  void collect();
  /// Looks up where each worker's records of the window are. All workers must have called collect() before.
  void meet(const Team& team);
  /// Takes the next free block, from its own part first and then from the other workers'. Returns its number,
  /// or none.
  std::optional<std::size_t> take_block(const Team& team);
  /// Gathers the events of a block. Returns false when it has none.
  bool begin_block(std::size_t number);
  BlockEvents& block_events() { return events_; }
  Block& block(std::size_t number) { return blocks_.all[number]; }
  PrefetchDepth prefetch_depth() const { return prefetch_depth_; }

  // The events of a switch within a window.
  std::int64_t start() const { return start_; }
  /// Returns a packet of an event that was filed before the window.
  const Packet& filed_packet_at(std::uint32_t load) const {
    return filed_packets_[load >> bits_.index_bits][load & bits_.index_mask];
  }
  const Packet& packet_at(std::uint32_t load) const {
    return load & LoadBits::own ? own_packets_[load & ~LoadBits::own] : filed_packet_at(load);
  }
  const DeliveryNotification& notifications_at(std::uint32_t load) const {
    return load & LoadBits::own ? own_notifications_[load & ~LoadBits::own]
                                : filed_notifications_[load >> bits_.index_bits][load & bits_.index_mask];
  }
  std::uint32_t amount_in(std::uint32_t load) const { return load & bits_.index_mask; }
  /// Returns the events of a switch in order; valid until the next call. May sort them in place.
  std::span<const Event> in_order(Event* events, std::size_t count);
  bool has_own() const { return !heap_.empty(); }
  /// True when the next event that the switch created for itself comes before this one.
  bool own_comes_before(const Event& event) const { return comes_before(heap_.front(), event); }
  Event pop_own();
  /// Sets the next event of the window at the current switch; null: none. Only is_last_now() needs it.
  void look_ahead(const Event* next) {
    next_offset_ = next ? static_cast<std::uint64_t>(Event::offset(next->order)) : UINT64_MAX;
  }
  void end_switch() { own_packets_.clear(), own_notifications_.clear(); }

  // What the rules call (model/executor_verbs.hpp).
  [[gnu::always_inline]] void send(const Packet& packet);
  void hold(const HeldPacket& held);
  void notify(const DeliveryNotification& notification);
  void schedule(const TimedEvent& timed_event) {
    if (far(timed_event.switch_id)) [[unlikely]]
      return outbox_[rank_of_[timed_event.switch_id]].post(timed_event);
    if (timed_event.at >= finish_ || !out) [[likely]]
      return calendar_.add(timed_event);
    insert_own(
        {Event::make_order(timed_event.at - start_, timed_event.kind, timed_event.port, timed_event.detail),
         id, timed_event.amount});
  }
  template <class What>
  void count(const What& what) {
    counters_.count(what);
  }
  void count(const Decided& decided) {
    counters_.count(decided);
    decisions_.add(decided);
  }
  Pool<Packet>& queued_packets() { return block_->queued_packets; }
  Pool<QueuedMessage>& messages() { return block_->messages; }
  const ArrivingMessages& arriving() const { return block_->arriving; }
  std::optional<std::uint64_t> gather(const Packet& packet, std::uint64_t payload) {
    return block_->arriving.add(packet, payload);
  }
  Message next_message(HostId h) { return state.traffic.next(h, Picoseconds{now}, state.host[h].memory); }
  Message answer(const DeliveryNotification& notification);
  bool is_last_now() const {
    const std::uint64_t offset = static_cast<std::uint64_t>(now - start_);
    return next_offset_ > offset &&
           (heap_.empty() || static_cast<std::uint64_t>(Event::offset(heap_.front().order)) > offset);
  }
  std::int64_t asked_until() const { return start_; }
  template <class Use>
  auto with_credit_log(PortId channel, unsigned vc, Use&& use);
  [[gnu::always_inline]] void return_credit(InLane& in, const Packet& packet, std::int64_t due,
                                            std::uint64_t* account = nullptr) {
    if (alone_ || mine(out[packet.port].peer_switch)) [[likely]]
      enter_credit(*this, in.log, packet, due, account);
    else
      return_credit_apart(in, packet, due, account);
  }
  template <class Make>
  [[gnu::always_inline]] void log_burst(SwitchId to, std::size_t lane, FlitSupply& supply,
                                        const FlitBurst& burst, const Make& make) {
    if (!state.worms.logged || far(to)) [[unlikely]]
      return schedule(make());
    if (alone_ || mine(to)) return enter_burst(*this, supply.log, burst, start_, make);
    const LogLock lock(ins[lane]);
    enter_burst(*this, supply.log, burst, start_, make);
  }
  template <class Use>
  [[gnu::always_inline]] void with_burst_log(PortId port, std::size_t lane, const Use& use) {
    if (alone_) [[likely]]
      return use();
    if (const SwitchId other = outs[port].peer_switch; mine(other) || far(other)) return use();
    const LogLock lock(ins[lane]);
    use();
  }
  /// Returns the published length of another switch's output queue, as of this window.
  std::int64_t published(SwitchId s, std::uint16_t port) const {
    return published_length(published_, place_, state, s, port);
  }

  // Published queue lengths, for routings that read them.
  void open_published() { place_.open(published_); }
  void begin_published() { place_.begin(published_, start_, state.lookahead); }
  void touch_published() {
    block_->unpublished[id - block_->first] = static_cast<std::uint8_t>(published_.slots);
  }
  void publish(Block& block, std::uint16_t first_port);
  void finish_published() { place_.finish(published_); }

  // Other ranks.
  std::int64_t pack_messages(std::size_t rank, ByteWriter& to) { return outbox_[rank].pack(to); }
  /// Unpacks what the threads of another rank have sent in the window that has just ended.
  void unpack(std::size_t from, ByteReader& in);

  Counters& counters() { return counters_; }
  const Counters& counters() const { return counters_; }
  DecisionBuffer& decisions() { return decisions_; }
  const Calendar& calendar() const { return calendar_; }
  /// Returns the added delay counted since the last call, and starts again from zero.
  AddedDelay take_added_delay() { return std::exchange(added_delay, {}); }
  /// The switches of its own blocks are those from first() to before end().
  SwitchId first() const { return first_; }
  SwitchId end() const { return end_; }
  bool far(SwitchId switch_id) const { return rank_of_ && rank_of_[switch_id] != rank_; }

 private:
  /// True when only this thread works on the switch in this window.
  bool mine(SwitchId switch_id) const { return switch_id - near_first_ < near_count_; }
  void insert_own(const Event& event);
  /// Compares by order, and where that is equal by content.
  bool comes_before(const Event& a, const Event& b) const {
    if (a.order != b.order) [[likely]]
      return a.order < b.order;
    return content_before(a, b);
  }
  bool content_before(const Event& a, const Event& b) const;
  void order_ties(Event* first, Event* last) const;
  void return_credit_apart(InLane& in, const Packet& packet, std::int64_t due, std::uint64_t* account);
  void add_far_credit(const CreditMessage& credit);
  void add_far_credits(const std::vector<CreditMessage>& credits);
  void take_far_event(const TimedEvent& timed_event);

  Blocks& blocks_;
  PublishedLengths& published_;
  const PrefetchDepth prefetch_depth_;
  const bool alone_;                    ///< no other thread or rank has a part in the network
  const std::uint16_t* const rank_of_;  ///< by switch; null when this is the only rank
  const std::size_t rank_;
  const std::size_t self_, threads_, first_block_, end_block_;
  const SwitchId first_, end_;  ///< of its own blocks
  const LoadBits bits_;
  Calendar calendar_;
  std::int64_t start_ = 0, finish_ = 0;  ///< of the current window

  // The current window: what this thread filed for it, and the records of each thread.
  FiledEvents filed_;
  std::vector<const FiledEvents*> all_filed_;
  std::vector<const Packet*> filed_packets_;
  std::vector<const DeliveryNotification*> filed_notifications_;
  std::size_t taking_ = 0;  ///< whose blocks are being taken, counted from this worker
  alignas(64) std::atomic<std::size_t> next_block_;  ///< the first of its own blocks that is not taken

  // The current block and switch.
  alignas(64) Block* block_ = nullptr;
  SwitchId near_first_ = 0, near_count_ = 0;
  BlockEvents events_;
  PublishedPlace place_;
  std::uint64_t next_offset_ = 0;  ///< from the window's start, of the next event that was filed before
  std::vector<Event> heap_;        ///< events that the switch made for itself within the window
  std::vector<Packet> own_packets_;
  std::vector<DeliveryNotification> own_notifications_;

  std::vector<RankMessages> outbox_;  ///< by rank
  std::vector<CreditMessage> far_credits_;
  Counters counters_;
  DecisionBuffer decisions_;
  EventSorter sorter_;
};

template <class W>
using WorkerWith = WithMode<Worker, W>;

inline void Worker::insert_own(const Event& event) {
  heap_.push_back(event);
  std::push_heap(heap_.begin(), heap_.end(),
                 [this](const Event& a, const Event& b) { return comes_before(b, a); });
}

inline Event Worker::pop_own() {
  const Event own = heap_.front();
  std::pop_heap(heap_.begin(), heap_.end(),
                [this](const Event& a, const Event& b) { return comes_before(b, a); });
  heap_.pop_back();
  return own;
}

[[gnu::always_inline]] inline void Worker::send(const Packet& packet) {
  if (far(packet.switch_id)) [[unlikely]]
    return outbox_[rank_of_[packet.switch_id]].post(packet);
  if (packet.at >= finish_) [[likely]]
    return calendar_.add(packet);
  own_packets_.push_back(packet);  // first, because a tie compares it
  insert_own({Event::make_order(packet.at - start_, Kind::packet, packet.port, packet.vc), id,
              static_cast<std::uint32_t>(own_packets_.size() - 1) | LoadBits::own});
}

inline std::span<const Event> Worker::in_order(Event* events, std::size_t count) {
  Event* const sorted = sorter_.sort(events, count);
  if (state.listens || controlled || pauses) order_ties(sorted, sorted + count);
  return {sorted, count};
}

/// Accesses the log of a channel: at its other end, or here when that end is on another rank. What one end
/// adds to the log in a window counts from the next window on, and the other end reads only the current
/// window. So the order of the two accesses does not matter, but each must be atomic.
template <class Use>
auto Worker::with_credit_log(PortId channel, unsigned vc, Use&& use) {
  const SwitchId other = outs[channel].peer_switch;
  if (far(other)) [[unlikely]]
    return use(state.far_log(channel, vc));
  InLane& lane = ins[lane_of(state.network.peer[channel], vc)];
  if (mine(other)) return use(lane.log);
  const LogLock lock(lane);
  return use(lane.log);
}

}  // namespace ebb::inline engine
