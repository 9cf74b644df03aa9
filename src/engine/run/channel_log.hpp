// What every single channel did from the end of one batch to the next: busy time, bytes, time in state. Most
// of these numbers rarely change, so the log keeps only those that did, in as few bytes as they need. As
// batches double, so do the steps of the log.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "base/bytes.hpp"
#include "base/units.hpp"
#include "engine/run/channel_use.hpp"
#include "results/run_outcome.hpp"
#include "results/run_time_series.hpp"

namespace ebb::inline engine {

class ChannelLog {
 public:
  /// The properties of a run, known before it starts, that the log's size depends on.
  struct TimeSeries {
    Picoseconds batch{}, most_time{}, epoch{};
    std::uint64_t states = 1;  ///< of a channel
    std::int64_t classes = 0;  ///< whose pauses are counted separately; 0: there are only credits
  };
  /// Returns the bytes that the log of this many channels takes, on all ranks together, if the run goes on to
  /// the end.
  static std::uint64_t memory_needed(std::uint64_t channels, const TimeSeries& time_series);

  /// The log begins at the time that the simulation has reached.
  explicit ChannelLog(const Simulation& simulation);

  /// Records what this rank's channels have done up to now. All ranks, at the end of a batch.
  void record(const Simulation& simulation);

  /// Returns what each channel did between two ends of batches that a judgement of this run refers to. Only
  /// rank 0 gets it. All ranks.
  std::vector<ChannelResult> between(const Simulation& simulation, Picoseconds from, Picoseconds until) const;

  /// Returns what each channel did over time, in spans of this length or, where that would be too many, of a
  /// multiple of it. Only rank 0 gets it. All ranks.
  ChannelHistory history(const Simulation& simulation, Picoseconds span) const;

 private:
  struct Step {
    Picoseconds end;
    ByteBuffer moves;  ///< since the previous step: by channel, how many numbers changed, which, and by what
  };
  void thin_out(Picoseconds batch);
  std::vector<std::int64_t> sum_of(std::span<const Step> steps) const;
  void add_moves(const Step& step, std::vector<std::int64_t>& sum) const;

  Picoseconds begin_;
  std::size_t width_ = 0;           ///< numbers of a channel
  std::vector<std::int64_t> last_;  ///< all numbers as last recorded, channel by channel
  std::vector<Step> steps_;
};

}  // namespace ebb::inline engine
