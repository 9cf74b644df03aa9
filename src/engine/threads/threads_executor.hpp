// The fast executor: windows of one lookahead, blocks of switches, any number of threads and ranks.
#pragma once

#include <functional>
#include <optional>
#include <vector>

#include "base/bytes.hpp"
#include "base/units.hpp"
#include "engine/exchange/exchange.hpp"
#include "engine/executor.hpp"
#include "engine/threads/worker.hpp"
#include "network/network.hpp"
#include "power/control/power_budget.hpp"
#include "power/policy/latency_bound.hpp"
#include "results/decisions.hpp"

namespace ebb::inline engine {

struct ThreadsSetup {
  std::size_t threads = 1;
  std::size_t blocks = 0;  ///< at least; 0: chosen for speed
  Picoseconds batch{};
};

class ThreadsExecutor : public Executor {
 public:
  ThreadsExecutor(NetworkState& state, Exchange& exchange, const ThreadsSetup& setup);

  void run_windows_until(std::uint64_t end, const std::atomic<bool>* stop) override;
  std::uint64_t window() const override { return window_; }
  bool stopped() const override { return stopped_; }
  Counters counters() const override;
  Counts counts() const override;
  void keep_decisions(std::uint64_t room) override;
  std::vector<DecisionRecord> take_decisions() override;
  void for_each_packet(const EachPacket& visit) const override;
  void for_each_timed_event(const EachTimedEvent& visit) const override;
  bool has_notifications() const override;
  PoolEntries<Packet> queued_packets(SwitchId s) const override {
    return block_of(s).queued_packets.entries();
  }
  PoolEntries<QueuedMessage> messages(SwitchId s) const override { return block_of(s).messages.entries(); }

 protected:
  /// Creates the workers. Each starts its own switches and hosts.
  template <class W>
  void make_team();
  /// Opens the published queue lengths for a routing that reads them. They take `delay` from switch to
  /// switch, or no time. Only switches of the same neighbourhood read each other.
  void open_published(std::optional<Picoseconds> delay,
                      const std::function<std::uint32_t(SwitchId)>& neighbourhood_of);

 private:
  /// One worker's pass over the current window. All workers must have called collect() before.
  virtual void run_window(Worker& worker) = 0;
  void run_alone(std::uint64_t end, const std::atomic<bool>* stop);
  void run_together(std::uint64_t end, const std::atomic<bool>* stop);
  void close_budgets(std::uint64_t window);
  struct Greeting;
  std::uint64_t agree_on_window(std::uint64_t next, AddedDelay& added_delay);
  void unpack_messages(std::size_t self);
  void pack_bids(ByteWriter& out) const;
  PowerLedger unpack_bids(ByteReader& in) const;
  void add_bids();
  const Block& block_of(SwitchId s) const { return blocks_.all[blocks_.of[s]]; }

  NetworkState& state_;
  Exchange& exchange_;
  Picoseconds batch_;
  std::size_t threads_;
  Blocks blocks_;
  PublishedLengths published_;
  Worker::Team team_;
  std::uint64_t window_ = 0;
  bool stopped_ = false;
  std::vector<ByteBuffer> out_, in_;  ///< messages to and from the other ranks
  PowerLedger bids_;                  ///< changes of this rank's bids in the window that has just ended
};

}  // namespace ebb::inline engine
