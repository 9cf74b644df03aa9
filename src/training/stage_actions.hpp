// What all ranks of a pipeline stage do in the same order: they compute, and call collectives along an axis.
#pragma once

#include <array>
#include <cstdint>
#include <map>
#include <tuple>
#include <vector>

#include "base/units.hpp"
#include "record/recorded_call.hpp"
#include "record/rounds.hpp"
#include "traffic/job/job_maker.hpp"
#include "training/collective_messages.hpp"
#include "training/collective_rounds.hpp"
#include "training/rank_groups.hpp"

namespace ebb::inline training {

/// A collective: `bytes` as training_rounds() has them.
struct StageCall {
  Call call = Call::all_reduce;
  std::int64_t bytes = 0;
  Axis axis = Axis::tensor;
};

/// Adds the actions to a job. The calls of one axis follow each other, as those of a communicator do; calls
/// of different axes, and computing, go on at the same time unless one waits for the other.
class StageActions {
 public:
  /// The job must live as long, and its hosts include the stage's ranks.
  StageActions(JobMaker& job, const RankGroups& groups, const CollectiveStyle& style);

  const RankGroups& groups() const { return groups_; }

  void compute(Picoseconds time);
  /// All that follows waits for it.
  void call(const StageCall& call);
  /// It begins after what was done so far, and only join() waits for it. `then` is computing of its own
  /// behind it.
  void begin(const StageCall& call, Picoseconds then = {});
  void join();

  /// Each rank sends to that of the same place in another stage, and goes on. Returns the messages.
  Numbers send(const RankGroups& to, std::int64_t bytes);
  /// Each rank waits for its message.
  void receive(const Numbers& messages);

  /// Counts the operations that a call adds, without adding any.
  std::uint64_t operations_of(const StageCall& call);

 private:
  const std::vector<Round>& rounds_of(const StageCall& call);
  /// Runs it after `after` of each rank, which gets what follows waits for.
  void run(const StageCall& call, std::vector<Numbers>& after);

  JobMaker& job_;
  const RankGroups groups_;
  const CollectiveStyle style_;
  std::vector<Numbers> now_;                                ///< of each rank: what its next action waits for
  std::array<std::vector<Numbers>, axes> last_;             ///< of each axis: its latest call
  std::vector<Numbers> begun_;                              ///< what join() waits for
  std::array<std::vector<std::vector<HostId>>, axes> all_;  ///< groups of each axis
  std::map<std::tuple<Call, std::int64_t, std::uint32_t>, std::vector<Round>> rounds_;
};

}  // namespace ebb::inline training
