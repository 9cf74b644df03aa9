// What channels wanted over time, as a file of decisions tells it.
#pragma once

#include <string>
#include <vector>

#include "report/decisions/decision_file.hpp"

namespace ebb::inline report {

/// A change of what a channel wants, with what the policy had been shown.
struct RequestChange {
  Picoseconds at{};
  std::uint8_t from = 0, to = 0;
  double utilisation = 0;
  std::string why;
};

/// One channel's changes, in the order of time.
struct RequestSeries {
  std::vector<RequestChange> moves;

  /// How long it wanted each rung, from the start until `time`.
  std::vector<Picoseconds> time_in_state(const DecisionsAbout& about, Picoseconds time) const;
};

/// Of all channels, by number, until `time`.
std::vector<RequestSeries> series_of(const DecisionFile& file, Picoseconds time);

/// What all channels wanted in each of `spans` equal parts of the time, in percent of the full rate; `hosts`:
/// those that leave hosts count too.
std::vector<double> wanted_percent(const DecisionFile& file, Picoseconds time, std::size_t spans, bool hosts);

}  // namespace ebb::inline report
