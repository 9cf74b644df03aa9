// The parameters of the [sweep] section that are plain numbers. They are here and not with the sweeps,
// because the configuration page and the reader of every file list all sections.
#pragma once

#include <cstdint>
#include <tuple>

#include "base/fields.hpp"
#include "base/open_ranges.hpp"
#include "base/problem.hpp"

namespace ebb::inline experiment {

/// The most points of a sweep, repeats included.
inline constexpr std::size_t most_points = 100'000;

/// The range and precision of the search for the saturation load.
struct SaturationSettings {
  double from = 0.05, to = 1, precision = 0.02;

  static constexpr auto fields() {
    return std::tuple{field("from", &SaturationSettings::from, "least load to try", some_share),
                      field("to", &SaturationSettings::to, "greatest load to try", some_share),
                      field("precision", &SaturationSettings::precision,
                            "distance of the two loads between which it is found", {0.0001, 0.9999})};
  }
  Problems check() const;
};

struct SweepSettings {
  std::int64_t repeats = 1;

  static constexpr auto fields() {
    return std::tuple{field("repeats", &SweepSettings::repeats,
                            "runs of each point, with the seeds run.seed, run.seed + 1, …",
                            {1, static_cast<std::int64_t>(most_points)})};
  }
  Problems check() const;
};

}  // namespace ebb::inline experiment
