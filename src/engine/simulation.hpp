// A network with its workload, from time 0 on. The same input and seed give the same bits with every
// executor, on any number of threads and ranks. A rank is a process that has a partition of the switches.
// Functions marked with "all ranks" must be called by all of them, and return the same to all of them.
#pragma once

#include <atomic>
#include <memory>

#include "base/units.hpp"
#include "engine/exchange/exchange.hpp"
#include "engine/executor.hpp"
#include "engine/executor_kind.hpp"
#include "engine/model/network_state.hpp"
#include "network/network.hpp"
#include "traffic/traffic.hpp"

namespace ebb::inline engine {

struct SimulationSetup {
  const Network& network;
  const Traffic& traffic;
  const Control& control;
  SwitchSettings switches;
  HostSettings hosts;
  std::uint64_t seed = 1;
  std::size_t threads = 1;
  Picoseconds batch = 1_us;      ///< at least; the first length of the time batches
  Exchange* exchange = nullptr;  ///< with the other ranks, which have the same setup; null: there are none
  bool order = false;            ///< packets that arrive out of order are counted
  std::size_t blocks = 0;        ///< at least; 0: as many as are best for the speed
  ExecutorKind executor = ExecutorKind::threads;  ///< only `threads` supports threads and ranks
};

class Simulation {
 public:
  virtual ~Simulation() = default;

  /// Runs until everything before `end` has happened, or until soon after *stop becomes true on any rank. All
  /// ranks, with the same end. A caller that goes to `last` in several steps, and reads channels only there,
  /// passes `last`: then the number of events does not depend on the steps, either.
  void run_until(Picoseconds end, const std::atomic<bool>* stop = nullptr, Picoseconds last = {});

  /// Everything before this time has happened, nothing at or after it. Always a whole number of windows.
  Picoseconds now() const { return {static_cast<std::int64_t>(executor_->window()) * state_.lookahead}; }
  /// Says whether the last run_until() was cut short.
  bool stopped() const { return executor_->stopped(); }
  /// Says whether no packet is under way and no message will come. Channels may still be evaluated. All
  /// ranks.
  bool idle() const;
  /// Returns the counters of all threads together. All ranks.
  Counters counters() const;
  Exchange& exchange() const { return exchange_; }
  /// Each batch is a whole number of windows.
  Picoseconds batch() const { return batch_; }
  const NetworkState& state() const { return state_; }
  /// Returns the longest time for which the routing uses old information; 0: it decides anew for every
  /// packet.
  Picoseconds routing_clock() const { return routing_clock_; }
  /// What is here now, on this rank.
  const Executor& executor() const { return *executor_; }
  Executor& executor() { return *executor_; }
  void gather_state() const { executor_->gather_state(); }

 protected:
  Simulation(const SimulationSetup& setup, int vcs_needed);

  Alone alone_;
  Exchange& exchange_;
  NetworkState state_;
  Picoseconds batch_;
  Picoseconds routing_clock_{};
  std::unique_ptr<Executor> executor_;
};

}  // namespace ebb::inline engine
