// Hands the decisions of a run, one by one, to whoever asked for them: by time, then by channel, so in the
// same order whoever ran it and however it was sliced. After a number of them the rest is only counted.
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

  /// Begins now, and hands over `limit` decisions at most.
  DecisionLog(Simulation& simulation, std::uint64_t limit, Take take);

  /// Hands over what was decided since the last call; rank 0 takes it. All ranks, at the same time.
  void record(Simulation& simulation);

  /// `changes` were counted in the whole run, on all ranks.
  KeptDecisions kept(std::uint64_t changes) const { return {kept_, changes - kept_}; }

 private:
  std::uint64_t limit_, kept_ = 0;
  Take take_;
};

}  // namespace ebb::inline engine
