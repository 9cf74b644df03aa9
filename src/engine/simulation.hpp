// A network with its workload, from time 0 on. The same input and seed give the same bits on any number of
// threads and ranks: switches only meet between windows, and nothing depends on which thread was first. A
// rank is a process that has a share of the switches; functions marked with "all ranks" must be called by all
// of them, and tell all of them the same.
#pragma once

#include <atomic>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "engine/exchange.hpp"
#include "engine/part.hpp"

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
  std::size_t blocks = 0;        ///< at least; 0: as many as are good for the speed
};

class Simulation {
 public:
  Simulation(const SimulationSetup& setup, int vcs_needed);
  virtual ~Simulation() = default;

  /// Goes on until everything before `end` has happened, or soon after *stop becomes true somewhere. All
  /// ranks, with the same end.
  void run_until(Picoseconds end, const std::atomic<bool>* stop = nullptr);

  /// Everything before this time has happened, nothing at or after it. Always a whole number of windows.
  Picoseconds now() const { return {static_cast<std::int64_t>(window_) * model_.window}; }
  /// The last run_until() was cut short.
  bool stopped() const { return stopped_; }
  /// No packet is under way and no message will come; channels may go on asking their policy. All ranks.
  bool idle() const;
  /// All threads together. All ranks.
  Tally tally() const;
  /// What this rank has counted.
  Tally own_tally() const;
  Exchange& exchange() const { return exchange_; }
  /// Each batch is a whole number of windows.
  Picoseconds batch() const { return batch_; }
  const Model& model() const { return model_; }
  const Part::Team& parts() const { return parts_; }
  const std::vector<Block>& blocks() const { return blocks_; }

  /// Bytes that a simulation of this size needs, before it is built.
  static std::uint64_t memory_needed(const Network& network, int vcs, bool controlled);

 protected:
  /// For a routing that reads the board: news take `delay` from switch to switch, or no time at all; only
  /// switches of the same circle read each other.
  void open_board(std::optional<Picoseconds> delay, const std::function<std::uint32_t(SwitchId)>& circle_of);

 private:
  virtual void sweep(Part& part, const Part::Team& team) = 0;
  void run_alone(std::uint64_t end, const std::atomic<bool>* stop);
  void run_together(std::uint64_t end, const std::atomic<bool>* stop);
  struct Greeting;

  void close_account(std::uint64_t window);
  std::uint64_t agree_on_window(std::uint64_t next, Lateness& lateness);
  void unpack_mail(std::size_t self);

  Alone alone_;
  Exchange& exchange_;
  Model model_;
  Picoseconds batch_;
  std::vector<Block> blocks_;
  Part::Team parts_;
  std::uint64_t window_ = 0;
  bool stopped_ = false;
  std::vector<ByteBuffer> out_, in_;  ///< mail to and from the other ranks
};

}  // namespace ebb::inline engine
