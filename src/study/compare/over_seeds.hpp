// Combines runs that differ only in their seed: the mean of each figure, its confidence interval, and the
// worst verdict.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "results/cell.hpp"
#include "store/stored_run.hpp"

namespace ebb::inline study {

/// The parameter by which the repeats of a sweep differ.
inline constexpr std::string_view seed_parameter = "run.seed";
/// The number of runs that a mean is over.
inline constexpr std::string_view seeds_figure = "seeds";
/// Prefix of a figure's name: half of the 95 % interval of its mean over the seeds.
inline constexpr std::string_view half_width_of = "half_width.";

/// A cell as a number; nothing when it is a text or empty.
std::optional<double> number_in(const Cell& cell);

/// True for an interval that a single run computed. Over several seeds, the spread between them replaces it.
bool is_own_interval(std::string_view name);
/// True when a figure's mean has a meaningful interval. Minima, maxima and figures that depend only on the
/// run's length have none.
bool has_spread(std::string_view name);

/// The runs of one configuration, by seed.
using SeedGroup = std::vector<StoredRun>;

/// In the order of their first runs. A search, or a run without another seed, is a group of its own.
std::vector<SeedGroup> groups_by_seed(const std::vector<StoredRun>& runs);

/// Returns a single run as it is. Of several, each number is the mean over the runs with a result. Its half
/// width is added where has_spread() and the runs differ. The runs' own intervals are omitted. Texts stay
/// where all runs agree. The id is that of the first run.
StoredRun mean_run(const SeedGroup& group);
/// True for a mean over several seeds, which has no seed of its own.
bool is_mean(const StoredRun& run);

std::vector<StoredRun> over_seeds(const std::vector<StoredRun>& runs);

}  // namespace ebb::inline study
