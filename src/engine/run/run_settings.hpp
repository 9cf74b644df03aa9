// How long a run goes on, and how exact its result has to be.
#pragma once

#include "base/fields.hpp"
#include "base/problem.hpp"
#include "base/ranges.hpp"
#include "base/units.hpp"
#include "engine/executor_kind.hpp"

namespace ebb::inline engine {

/// The [run] section.
struct RunSettings {
  std::int64_t seed = 1, threads = 1;
  double precision = 0.05;
  Picoseconds most_time = 100_ms, least_time{}, warm_up{-1}, batch = 2_us;
  bool order = false;
  ExecutorKind executor = ExecutorKind::threads;

  /// Says whether it runs on an accelerator, which other runs of its process can use, too.
  bool shares_accelerator() const { return is_for_warps(executor); }

  static constexpr Range<double> precision_range{1e-6, 1};
  /// The length of a one-day recording.
  static constexpr Picoseconds longest{24 * an_hour.v};
  static constexpr Range<Picoseconds> time_range{1_ns, longest};
  static constexpr auto fields() {
    return std::tuple{
        field("seed", &RunSettings::seed,
              "another seed draws other traffic; the same one repeats a run to the bit", any_whole_number),
        field("threads", &RunSettings::threads, "threads to run on; the results do not depend on it",
              {1, 1024}),
        field("precision", &RunSettings::precision,
              "stop when the mean packet latency is known to this fraction (half of the 95 % interval)",
              precision_range),
        field("most_time", &RunSettings::most_time,
              "give up after this much simulated time: verdict undecided", time_range),
        field("least_time", &RunSettings::least_time,
              "do not stop before this much simulated time, "
              "even where the workload ends by itself",
              {{0}, longest}),
        field("warm_up", &RunSettings::warm_up,
              "leave out this much simulated time; negative: find out by itself", {{-an_hour.v}, an_hour}),
        field("batch", &RunSettings::batch, "first length of the time batches; it doubles as the run goes on",
              {1_ns, an_hour}),
        field("order", &RunSettings::order,
              "count packets that arrive after a later one of the same source and destination"),
        field("executor", &RunSettings::executor,
              "what runs the simulation; the results do not depend on it")};
  }
  Problems check() const;
};

}  // namespace ebb::inline engine
