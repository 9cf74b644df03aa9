// How well two files of decisions agree: the same policy beside real switches and in a simulation, or twice
// in one of them. Channel by channel: how long each wanted which rate, which decisions both made, and where
// they part, what each had been shown.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "report/decisions/decision_series.hpp"
#include "report/document/document.hpp"

namespace ebb::inline report {

struct ChannelAgreement {
  std::uint32_t channel = 0;
  std::vector<Picoseconds> ours, theirs;  ///< time in which it wanted each rung of the ladder
  std::uint64_t our_moves = 0, their_moves = 0, both = 0;  ///< changes of the wish; made by both
  std::optional<RequestChange> only_ours, only_theirs;     ///< the first that the other one did not make

  /// Percent of the time in which they wanted different rates, if each wanted its own as long as it did.
  double points_apart(Picoseconds time) const;
  /// What made them part, in words; empty where they did not.
  std::string why() const;
};

struct Agreement {
  Picoseconds time{};                 ///< that both tell of
  Picoseconds tolerance{};            ///< decisions so close to each other are the same one
  Picoseconds lag{};                  ///< of our decisions after theirs, on average over those that both made
  std::uint64_t moves = 0, both = 0;  ///< decisions of either, a common one once; common ones
  std::vector<ChannelAgreement> channels;  ///< of those that either has moved, the farthest apart first
  std::size_t still = 0;                   ///< that neither has moved
  std::size_t left_out =
      0;  ///< that leave hosts, where one of the two has moved none of them: it has no hold of them

  double mean_points_apart() const;  ///< over all channels, those that keep still included
  double most_points_apart() const;
};

/// Problems: other networks, other rates, decisions that are not in a file.
Result<Agreement> agreement_of(const DecisionFile& ours, const DecisionFile& theirs);

/// Whose decisions they are, and how well they agree.
NamedLines agreement_heading(const Agreement& agreement, const DecisionFile& ours,
                             const DecisionFile& theirs);
/// A line for each channel that moved, the first `most` of them; `with_why`: and where they part.
Table agreement_table(const Agreement& agreement, const DecisionFile& ours, std::uint64_t most,
                      bool with_why);

/// CSV has a line for each channel that moved.
std::string render_agreement(const Agreement& agreement, const DecisionFile& ours, const DecisionFile& theirs,
                             std::uint64_t most_channels, Format format);

}  // namespace ebb::inline report
