// Passes the decisions of a run to a callback, one by one: by time, then by channel. The order does not
// depend on the executor, the ranks or the time slices. After a limit, decisions are only counted.
#pragma once

#include <cstdint>
#include <functional>
#include <span>

#include "engine/simulation.hpp"
#include "results/decisions.hpp"

namespace ebb::inline engine {

class DecisionLog {
 public:
  using Take = std::function<void(std::span<const DecisionRecord>)>;

  /// Begins now, and passes on at most `limit` decisions.
  DecisionLog(Simulation& simulation, std::uint64_t limit, Take take);

  /// Passes on what was decided since the last call; only rank 0 calls `take`. All ranks, at the same time.
  void record(Simulation& simulation);

  /// `changes` is the number counted in the whole run, on all ranks.
  KeptDecisions kept(std::uint64_t changes) const { return {kept_, changes - kept_}; }

 private:
  std::uint64_t limit_, kept_ = 0;
  Take take_;
};

}  // namespace ebb::inline engine
