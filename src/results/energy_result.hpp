// What a run's channels drew in the measured time under one power table, as plain numbers. Nothing where the
// table's device does not say it.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "base/units.hpp"

namespace ebb::inline results {

struct EnergyResult {
  std::string table;                         ///< "ideal", "infiniband-36, copper", …
  std::vector<std::optional<Joules>> kinds;  ///< of the run's kinds of channels, in their order
  std::optional<Joules> channels;            ///< all of them
  std::optional<double> of_full;             ///< over the same channels at full rate all the time
  std::optional<double> of_full_half_width;  ///< of its 95 % confidence interval; nothing: it cannot be told
  std::optional<double> of_ideal;            ///< over full power while bits pass at full rate, else nothing
  std::optional<Joules> base;                ///< of the switches, whatever their channels do
  std::optional<double> total_of_full;       ///< the first ratio with the base on both sides
  std::optional<Joules> whole_run;           ///< channels and base from the start of the run on
};

}  // namespace ebb::inline results
