// Compares two decision files: the same policy beside real switches and in a simulation, or twice in one of
// them. For each channel: the time at each requested level, the decisions that both made, and the
// observations of both where they diverge.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "base/result.hpp"
#include "base/units.hpp"
#include "report/decisions/decision_series.hpp"
#include "report/document/document.hpp"

namespace ebb::inline report {

struct ChannelAgreement {
  std::uint32_t channel = 0;
  std::vector<Picoseconds> ours, theirs;                   ///< time at each requested level
  std::uint64_t our_moves = 0, their_moves = 0, both = 0;  ///< changes of the request; made by both
  std::optional<RequestChange> only_ours, only_theirs;     ///< the first one that the other did not make

  /// Returns the percentage of the time at different levels, computed from the time at each level.
  double points_apart(Picoseconds time) const;
  /// Describes why they diverged, empty where they did not.
  std::string why() const;
};

struct Agreement {
  Picoseconds time{};                 ///< covered by both
  Picoseconds tolerance{};            ///< decisions this close to each other count as the same
  Picoseconds lag{};                  ///< mean delay of our decisions after theirs, over those that both made
  std::uint64_t moves = 0, both = 0;  ///< decisions of either, a common one once; common ones
  std::vector<ChannelAgreement> channels;  ///< channels that either changed, largest difference first
  std::size_t still = 0;                   ///< channels that neither changed
  std::size_t left_out =
      0;  ///< host channels, where one of the two changed none of them: it does not control them

  double mean_points_apart() const;  ///< over all channels, unchanged ones included
  double most_points_apart() const;
};

/// Problems: other networks, other rates, or a file without decisions.
Result<Agreement> agreement_of(const DecisionFile& ours, const DecisionFile& theirs);

/// Returns the origin of the decisions, and how well they agree.
NamedLines agreement_heading(const Agreement& agreement, const DecisionFile& ours,
                             const DecisionFile& theirs);
/// One row for each channel that changed, the first `most` of them. `with_why` adds where they diverge.
Table agreement_table(const Agreement& agreement, const DecisionFile& ours, std::uint64_t most,
                      bool with_why);

/// CSV has a line for each channel that changed.
std::string render_agreement(const Agreement& agreement, const DecisionFile& ours, const DecisionFile& theirs,
                             std::uint64_t most_channels, Format format);

}  // namespace ebb::inline report
