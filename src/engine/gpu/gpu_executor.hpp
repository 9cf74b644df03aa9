// The executor for accelerators. One warp handles the events of one switch in one window; all switches of a
// window are independent. The host samples messages ahead, and looks in between batches of windows. Where the
// warps run, a derived class decides: EmulatedExecutor has the same arrays, and a loop in place of the warps.
#pragma once

#include <memory>
#include <vector>

#include "base/units.hpp"
#include "engine/counters.hpp"
#include "engine/executor.hpp"
#include "engine/gpu/batch_snapshot.hpp"
#include "engine/gpu/message_feed.hpp"
#include "engine/gpu/packet_state.hpp"
#include "engine/gpu/queue_storage.hpp"
#include "engine/gpu/warp_context.hpp"
#include "engine/gpu/warp_counters.hpp"
#include "engine/model/network_state.hpp"
#include "engine/routing_interface.hpp"
#include "network/network.hpp"
#include "results/decisions.hpp"

namespace ebb::inline engine {

/// Hides the routing, so that the executor is compiled once.
using WarpRouting = RoutingInterface<WarpContext>;
template <class Routing>
using WarpRoutingOf = RoutingBehind<Routing, WarpRouting, WarpContext>;

class GpuExecutor : public Executor {
 public:
  void run_windows_until(std::uint64_t end, const std::atomic<bool>* stop) override;
  std::uint64_t window() const override { return window_; }
  bool stopped() const override { return stopped_; }
  Counters counters() const override { return counters_; }
  Counts counts() const override { return counters_; }
  void gather_state() override;
  void keep_decisions(std::uint64_t) override {}  // no channel is controlled
  std::vector<DecisionRecord> take_decisions() override { return {}; }
  void for_each_packet(const EachPacket& visit) const override;
  void for_each_timed_event(const EachTimedEvent& visit) const override;
  bool has_notifications() const override { return false; }
  PoolEntries<Packet> queued_packets(SwitchId s) const override;
  PoolEntries<QueuedMessage> messages(SwitchId s) const override;

 protected:
  GpuExecutor(NetworkState& state, Picoseconds batch, std::uint64_t windows_of_batch);

  /// Runs all windows before this time in which something happens, and sets when something happens next.
  virtual void run_windows(std::int64_t until) = 0;
  /// Keeps what a batch changes, and brings it back.
  virtual void save() = 0;
  virtual void restore() = 0;
  /// Brings to this machine the use of the channels, the counts of rings and pools, or everything.
  virtual void fetch_use() {}
  virtual void fetch_counts() {}
  virtual void fetch() {}
  /// Everything on this machine has changed, the sizes of arrays too.
  virtual void give() {}

  std::uint64_t next_window() const { return static_cast<std::uint64_t>(next_at_ / state_.lookahead); }

  NetworkState& state_;
  PacketState view_;
  MessageFeed feed_;
  QueueStorage storage_;
  WarpQueues queues_;
  WarpCounters warp_counters_;
  std::int64_t next_at_ = INT64_MAX;  ///< when something happens next
  unsigned parity_ = 0;

 private:
  void run_batch(std::uint64_t end);
  void prepare_queues();
  void open_counters(std::int64_t from, std::int64_t until);
  void settle(std::int64_t now);

  Counters counters_;
  std::uint64_t windows_of_batch_, window_ = 0;
  std::int64_t ahead_;  ///< how far ahead of the clock a rule counts
  bool stopped_ = false;
  bool gathered_ = true;  ///< this machine has the state as it is, with all credits entered
};

class EmulatedExecutor final : public GpuExecutor {
 public:
  EmulatedExecutor(NetworkState& state, Picoseconds batch, std::unique_ptr<WarpRouting> routing)
      : GpuExecutor(state, batch, 64), routing_(std::move(routing)) {}

 private:
  void run_windows(std::int64_t until) override;
  void save() override { saved_.take(view_, queues_); }
  void restore() override { saved_.restore(view_, queues_); }
  std::int64_t run_window(const WindowSpan& span);

  std::unique_ptr<WarpRouting> routing_;
  BatchSnapshot saved_;
};

}  // namespace ebb::inline engine
