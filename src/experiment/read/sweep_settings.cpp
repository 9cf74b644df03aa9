#include "experiment/read/sweep_settings.hpp"

#include <fmt/core.h>

namespace ebb::inline experiment {

Problems SaturationSettings::check() const {
  Problems problems;
  if (!(from > 0 && from < to && to <= 1))
    problems.push_back({"from",
                        fmt::format("is {} and `to` is {}, but 0 < from < to <= 1 is needed", from, to),
                        "for example: from = 0.05, to = 1"});
  if (!(precision >= 0.0001 && precision < 1))
    problems.push_back({"precision", fmt::format("is {}, but must be from 0.0001 to below 1", precision),
                        "for example: 0.02"});
  return problems;
}

Problems SweepSettings::check() const {
  if (repeats >= 1 && repeats <= static_cast<std::int64_t>(most_points)) return {};
  return {
      {"repeats", fmt::format("is {}, but must be from 1 to {}", repeats, most_points), "for example: 3"}};
}

}  // namespace ebb::inline experiment
