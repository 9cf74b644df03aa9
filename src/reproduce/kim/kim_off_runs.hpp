// The runs of `kim-off`: every case of Kim's figures that has to do with link shutdown, under each reading of
// what goes off, of what a packet does whose link is off, and of how long a woken link stays slow.
#pragma once

#include <compare>
#include <map>
#include <string_view>
#include <vector>

#include "base/result.hpp"
#include "reproduce/kim/kim_experiment.hpp"

namespace ebb::inline reproduce {

/// The machine of the figures with one other reading of link shutdown.
struct OffReading {
  std::string_view id, name;
  KimMachine machine;
};
std::vector<OffReading> off_readings(const KimMachine& machine);

/// A run of a reading, or without anything off: the same links, all on.
struct OffRun {
  std::string_view of;  ///< id of the case
  int load = 20;
  KimNetwork network = KimNetwork::irregular;
  bool bursts = false;

  auto operator<=>(const OffRun&) const = default;
};

inline constexpr int low_off_load =
    5;  ///< percent of a host's rate; for the mesh, and for 15 nodes beside it

/// The results of one reading.
using OffResults = std::map<OffRun, KimResult>;

/// Runs every reading. Readings that differ in nothing that packets see while all links are on share those
/// runs.
Result<std::vector<OffResults>> run_readings(const std::vector<OffReading>& readings, const Effort& effort);

}  // namespace ebb::inline reproduce
