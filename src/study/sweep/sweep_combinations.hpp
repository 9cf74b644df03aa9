// The numbered combinations of some axes of a sweep and its repeats.
#pragma once

#include <optional>
#include <vector>

#include "config/node.hpp"
#include "results/named_figure.hpp"
#include "study/sweep/sweep_config.hpp"

namespace ebb::inline study {

class Combinations {
 public:
  Combinations(const SweepConfig& config, std::vector<const SweepAxis*> axes)
      : config_(config), axes_(std::move(axes)) {}

  /// Nothing when there are too many.
  std::optional<std::size_t> count() const;

  /// Sets the values of one combination in `root`. The first axis changes slowest, the seed fastest.
  void apply(std::size_t index, Node& root, std::vector<NamedFigure>& parameters) const;

 private:
  const SweepConfig& config_;
  const std::vector<const SweepAxis*> axes_;
};

/// Sets the seed of one repeat in `root`: run.seed, run.seed + 1, …
void set_repeat(std::size_t repeat, Node& root, std::vector<NamedFigure>& parameters);

}  // namespace ebb::inline study
