// What sleeping saves a year in a planned network: short runs of a small network of the same kind under every
// power policy that its devices allow, and the plan's own devices, prices and number of ports. The job of
// `ebb plan FILE --sleep`.
#pragma once

#include <atomic>
#include <cstddef>
#include <functional>
#include <string>
#include <vector>

#include "base/result.hpp"
#include "experiment/read/settings.hpp"
#include "results/sleep_result.hpp"
#include "study/compare/side_by_side.hpp"

namespace ebb::inline tasks {

struct SleepOptions {
  std::string file;  ///< a plan
  Settings settings;
  std::string day;                        ///< CSV: hour,load; empty: [plan] load all day
  std::size_t jobs = cores_of_machine();  ///< runs at a time
};

struct SleepObserver {
  std::function<void(std::size_t done, std::size_t runs)> progress;  ///< from any thread, one at a time
  const std::atomic<bool>* stop = nullptr;  ///< true: end with the policies that have a figure
};

/// Deterministic, but for an early stop.
Result<SleepResult> sleep_savings(const SleepOptions& options, const SleepObserver& observer = {});

}  // namespace ebb::inline tasks
