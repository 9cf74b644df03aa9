// Whole switches that slept in a run, as plain numbers.
#pragma once

#include <cstdint>
#include <string>
#include <utility>
#include <vector>

#include "base/units.hpp"

namespace ebb::inline results {

struct SwitchSleepResult {
  std::int64_t switches = 0;  ///< that may sleep
  double asleep = 0;          ///< of them, on average over the measured time
  // In the whole run:
  std::int64_t sleeps = 0, wakes_ordered = 0, wakes_done = 0, wakes_under_way = 0;
  std::int64_t attempts_failed = 0;         ///< tries to wake that were repeated
  std::int64_t drains_undone = 0;           ///< switches that were needed again before they slept
  Picoseconds wake_mean{}, wake_longest{};  ///< from the order until the switch carries packets
  std::vector<std::pair<std::string, std::int64_t>> reasons;  ///< decisions, by reason
};

}  // namespace ebb::inline results
