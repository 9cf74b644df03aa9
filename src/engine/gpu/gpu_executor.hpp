// The executor for accelerators. One warp, or a part of one, handles the events of one switch in one window;
// all switches of a window are independent. The state is in the memory of a machine that runs the warps, an
// accelerator or an emulated one. The host samples messages ahead, and looks in between batches of windows.
#pragma once

#include <memory>
#include <vector>

#include "base/units.hpp"
#include "engine/counters.hpp"
#include "engine/executor.hpp"
#include "engine/gpu/machine_arrays.hpp"
#include "engine/gpu/message_feed.hpp"
#include "engine/gpu/packet_state.hpp"
#include "engine/gpu/queue_storage.hpp"
#include "engine/gpu/warp_counters.hpp"
#include "engine/gpu/warp_machine.hpp"
#include "engine/model/network_state.hpp"
#include "network/network.hpp"
#include "results/decisions.hpp"

namespace ebb::inline engine {

class GpuExecutor final : public Executor {
 public:
  GpuExecutor(NetworkState& state, Picoseconds batch, std::unique_ptr<WarpMachine> machine);

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
  bool has_notifications() const override;
  PoolEntries<Packet> queued_packets(SwitchId s) const override;
  PoolEntries<QueuedMessage> messages(SwitchId s) const override;

 private:
  template <class Visit>
  void for_each_event(Visit&& visit) const;
  void start_hosts();
  void run_batch(std::uint64_t end, std::uint64_t last);
  FullQueue run_windows(std::int64_t until);
  void give_feed();
  void open_counters(std::int64_t from, std::int64_t until);
  void fetch_counters();
  void save(bool bring_back);
  void enlarge(FullQueue full);
  void settle();

  NetworkState& state_;
  std::unique_ptr<WarpMachine> machine_;
  MachineArrays arrays_;
  PacketState view_, there_;
  MessageFeed feed_;
  QueueStorage storage_;
  WarpQueues queues_, queues_there_;
  WarpCounters warp_counters_;
  WarpCountersView counters_there_;
  MachineBuffer feed_buffer_;
  std::vector<MachineBuffer> counter_buffers_;
  MachineSnapshot before_batch_;
  WindowClock clock_;
  WindowClock* clock_there_;
  Counters counters_;
  std::uint64_t window_ = 0;
  std::uint64_t next_windows_;  ///< of the next batch
  std::int64_t ahead_;          ///< how far ahead of the clock a rule counts
  bool stopped_ = false;
  bool gathered_ = true;  ///< this machine has the state as it is, with all credits entered
};

}  // namespace ebb::inline engine
