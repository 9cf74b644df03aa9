// Answers to "why did it change?" from a file of decisions.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "report/decisions/decision_file.hpp"
#include "report/document/render.hpp"

namespace ebb::inline report {

/// Which decisions are asked for; what is empty does not matter.
struct WhyQuestion {
  std::optional<std::vector<std::uint32_t>> channels;  ///< in order
  std::optional<Picoseconds> from, until;              ///< both included
  std::string reason;                                  ///< a part of the reason, as it is spelt there
  std::uint64_t most = UINT64_MAX;                     ///< lines to show

  bool matches(const DecisionRecord& record) const;
};

/// How many decisions for which reasons, and the channels that changed most. CSV has the reasons.
std::string render_overview(const DecisionFile& file, std::uint64_t most_channels, Format format);

/// The decisions themselves: when, from which rate to which, why, and what the policy had been shown.
std::string render_history(const DecisionFile& file, const WhyQuestion& question, Format format);

/// What the channels wanted at a moment, and the decisions that led to it.
std::string render_moment(const DecisionFile& file, const std::vector<std::uint32_t>& channels,
                          Picoseconds moment, std::uint64_t most, Format format);

/// How many channels wanted which rate at a moment.
std::string render_rates(const DecisionFile& file, Picoseconds moment, Format format);

/// What is wrong with a wanted reason: none of the file has that text in it.
Problems check_reason(const DecisionFile& file, const std::string& reason);

}  // namespace ebb::inline report
