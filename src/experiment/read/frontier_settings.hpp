// The parameters of the [frontier] section that are plain numbers. They are here and not with the study,
// because the configuration page and the reader of every file list all sections.
#pragma once

#include <cstdint>
#include <tuple>

#include "base/fields.hpp"

namespace ebb::inline experiment {

struct FrontierSettings {
  std::int64_t budget = 4, keep = 2, training_seeds = 1, seeds = 5;

  static constexpr auto fields() {
    using F = FrontierSettings;
    return std::tuple{field("budget", &F::budget,
                            "combinations of the `tune` lists of each policy that are tried", {1, 1000}),
                      field("keep", &F::keep, "of these, how many of each policy are judged", {1, 100}),
                      field("training_seeds", &F::training_seeds,
                            "seeds on which they are tried: run.seed + 1000, …", {1, 1000}),
                      field("seeds", &F::seeds, "others on which they are judged: run.seed, …", {1, 1000})};
  }
};

}  // namespace ebb::inline experiment
