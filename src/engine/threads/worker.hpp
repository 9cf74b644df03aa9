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
// The rules (engine/model, engine/control) determine what happens at a switch. A worker consists of what they
// see (thread_context.hpp) and of three parts in it that they do not see: the queue of the window's events,
// the cursor over the blocks, and the outbox to other ranks. pass.hpp calls the rules.
#pragma once

#include <memory>
#include <utility>
#include <vector>

#include "base/bytes.hpp"
#include "engine/threads/thread_context.hpp"
#include "network/network.hpp"
#include "power/control/power_budget.hpp"
#include "power/policy/latency_bound.hpp"

namespace ebb::inline engine {

/// How much memory is prefetched (prefetch.hpp): what events name, or also what that leads to.
enum class PrefetchDepth : std::uint8_t { nothing, named, everything };

class Worker {
 public:
  using Team = std::vector<std::unique_ptr<Worker>>;

  /// The context has the switching mode compiled in. (A shared pointer destroys it as what it was made.)
  explicit Worker(std::shared_ptr<ThreadContext> context);
  /// Makes the workers of a run known to each other. Once, before the first window.
  static void join(const Team& team);

  ThreadContext& context() { return *context_; }
  WindowQueue& queue() { return context_->queue_; }
  const WindowQueue& queue() const { return context_->queue_; }
  BlockCursor& cursor() { return context_->cursor_; }
  Outbox& outbox() { return context_->outbox_; }
  Counters& counters() { return context_->counters_; }
  DecisionBuffer& decisions() { return context_->decisions_; }
  PrefetchDepth prefetch_depth() const { return prefetch_depth_; }
  // The same parts of a context at a fixed distance, for the loops over events.
  static WindowQueue& queue_of(ThreadContext& context) { return context.queue_; }
  static const WindowQueue& queue_of(const ThreadContext& context) { return context.queue_; }
  static const Block& block_of(const ThreadContext& context) { return context.cursor_.block(); }
  static Counters& counters_of(ThreadContext& context) { return context.counters_; }

  /// Sorts this thread's events of the current window by block. No thread may be working on an earlier
  /// window.
  void collect() { cursor().collect(queue().calendar(), queue().bits()); }
  /// Looks up where each worker's records of the window are. All workers must have called collect() before.
  void begin_window();
  /// Returns the added delay counted since the last call, and starts again from zero.
  AddedDelay take_added_delay() { return std::exchange(context_->added_delay, {}); }
  /// Adds the changes of bids since the last call to a ledger.
  void give_power_bids(PowerLedger& to) {
    to.add(context_->power_bids);
    context_->power_bids.clear();
  }

  // Published queue lengths, for routings that read them.
  void open_published() { context_->place_.open(context_->published_); }
  void begin_published() {
    context_->place_.begin(context_->published_, queue().start(), context_->state.lookahead);
  }
  /// The current block's switch has events: its queue lengths have to be published.
  void touch_published(SwitchId s) {
    Block& block = cursor().block();
    block.unpublished[s - block.first] = static_cast<std::uint8_t>(context_->published_.slots);
  }
  void publish(Block& block, std::uint16_t first_port);
  void finish_published() { context_->place_.finish(context_->published_); }

  /// Unpacks what the threads of another rank have sent in the window that has just ended.
  void unpack(std::size_t from, ByteReader& in);

 private:
  void add_far_credit(const CreditMessage& credit);
  void add_far_credits(const std::vector<CreditMessage>& credits);
  void take_far_event(const TimedEvent& timed_event);

  const std::shared_ptr<ThreadContext> context_;
  const PrefetchDepth prefetch_depth_;
  std::vector<CreditMessage> far_credits_;  ///< storage of unpack()
};

}  // namespace ebb::inline engine
