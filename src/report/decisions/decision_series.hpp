// The requested levels of channels over time, from a decision file.
#pragma once

#include <string>
#include <vector>

#include "base/units.hpp"
#include "report/decisions/decision_file.hpp"
#include "results/decisions.hpp"

namespace ebb::inline report {

/// A change of a channel's requested level, with the observation of the policy.
struct RequestChange {
  Picoseconds at{};
  std::uint8_t from = 0, to = 0;
  double utilisation = 0;
  std::string why;
};

/// One channel's changes, in the order of time.
struct RequestSeries {
  std::vector<RequestChange> moves;

  /// Returns the time at each requested level, from the start until `time`.
  std::vector<Picoseconds> time_in_state(const DecisionsAbout& about, Picoseconds time) const;
};

/// Returns the series of all channels, by number, until `time`.
std::vector<RequestSeries> series_of(const DecisionFile& file, Picoseconds time);

/// Returns the requested rate of all channels in each of `spans` equal parts of the time, in percent of the
/// full rate. `hosts`: channels that leave hosts count too.
std::vector<double> wanted_percent(const DecisionFile& file, Picoseconds time, std::size_t spans, bool hosts);

}  // namespace ebb::inline report
