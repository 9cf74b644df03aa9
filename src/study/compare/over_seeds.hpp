// Runs that differ in their seed only are one answer: the mean of each figure, how far it is known, and the
// worst verdict.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "store/stored_run.hpp"

namespace ebb::inline study {

/// The parameter by which the repeats of a sweep differ.
inline constexpr std::string_view seed_parameter = "run.seed";
/// How many runs an answer is the mean of.
inline constexpr std::string_view seeds_figure = "seeds";
/// Before the name of a figure: half of the 95 % interval of its mean over the seeds.
inline constexpr std::string_view half_width_of = "half_width.";

/// A cell as a number; nothing when it is a text or empty.
std::optional<double> number_in(const Cell& cell);

/// What a run says of how far it knows itself. Over several seeds their spread takes its place.
bool is_own_interval(std::string_view name);
/// Whether it makes sense to ask how far a mean is known: not of the least and the greatest, nor of what only
/// tells how long a run was, and so what it cost.
bool has_spread(std::string_view name);

/// The runs of one configuration, by seed.
using SeedGroup = std::vector<StoredRun>;

/// In the order in which their first runs come. Searches and runs without another seed are alone.
std::vector<SeedGroup> groups_by_seed(const std::vector<StoredRun>& runs);

/// One run is itself. Of several, figures that are numbers are means over those that came to a result, each
/// with its half width where it is not the same in all and not just the least, the greatest or a run's
/// length; the runs' own intervals are left out; texts stay where they are the same. The id is that of the
/// first.
StoredRun mean_run(const SeedGroup& group);
/// Whether it is of several seeds, and so of none.
bool is_mean(const StoredRun& run);

std::vector<StoredRun> over_seeds(const std::vector<StoredRun>& runs);

}  // namespace ebb::inline study
