// The energy of a run's channels in the measured time under one power table, as plain numbers. Empty where
// the table's device does not state it.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "base/units.hpp"

namespace ebb::inline results {

struct EnergyResult {
  std::string table;                         ///< "ideal", "infiniband-36, copper", …
  std::vector<std::optional<Joules>> kinds;  ///< of the run's kinds of channels, in their order
  std::optional<Joules> channels;            ///< of all of them
  std::optional<double> of_full;             ///< relative to the same channels at full rate all the time
  std::optional<double> of_full_half_width;  ///< of its 95 % confidence interval; nothing: unknown
  std::optional<double> of_ideal;            ///< relative to full power only while bits pass at full rate
  std::optional<Joules> base;                ///< of the switches, independent of their channels
  /// Less than channels and base: saved by power domains in which no port was on. 0 where the device has
  /// none.
  Joules domains_save;
  std::optional<double> total_of_full;  ///< the first ratio with the base on both sides
  std::optional<Joules> whole_run;      ///< channels and base from the start of the run
};

}  // namespace ebb::inline results
