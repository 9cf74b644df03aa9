// Explains changes of rates from a decision file.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "base/problem.hpp"
#include "base/units.hpp"
#include "report/decisions/decision_file.hpp"
#include "report/document/render.hpp"
#include "results/decisions.hpp"

namespace ebb::inline report {

/// Selects decisions. An empty member selects all.
struct DecisionQuery {
  std::optional<std::vector<std::uint32_t>> channels;  ///< in order
  std::optional<Picoseconds> from, until;              ///< both included
  std::string reason;                                  ///< part of the reason's text
  std::uint64_t most = UINT64_MAX;                     ///< lines to show

  bool matches(const DecisionRecord& record) const;
};

/// Number of decisions by reason, and the channels that changed most. CSV has the reasons.
std::string render_overview(const DecisionFile& file, std::uint64_t most_channels, Format format);

/// The decisions themselves: time, old and new rate, reason, and the observation of the policy.
std::string render_history(const DecisionFile& file, const DecisionQuery& query, Format format);

/// The requested levels of the channels at a time, and the decisions that led to them.
std::string render_moment(const DecisionFile& file, const std::vector<std::uint32_t>& channels,
                          Picoseconds moment, std::uint64_t most, Format format);

/// The number of channels at each requested rate at a time.
std::string render_rates(const DecisionFile& file, Picoseconds moment, Format format);

/// Returns a problem when no reason of the file contains that text.
Problems check_reason(const DecisionFile& file, const std::string& reason);

}  // namespace ebb::inline report
