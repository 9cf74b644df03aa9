// A run as its files tell of it: what a report is made from, whether the run has just ended or was kept in a
// folder for a year.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "report/page/json_reader.hpp"

namespace ebb::inline report {

struct RunSource {
  std::string name;      ///< for people: the file or folder
  PageJson summary;      ///< summary.json
  PageJson time_series;  ///< of series.json, or null
  PageJson network;      ///< the same
  PageJson history;      ///< the same
  std::string config;    ///< TOML that repeats the run
  std::string version;   ///< of ebb
};

/// One power table of a run that tells of watts, for the sentences on top.
struct RunPower {
  std::string table;
  double watts = 0, full_watts = 0;
};
/// The first of: the measured chip as the network is cabled, any table of a device, ideal channels. Nothing
/// where none of them knows watts.
std::optional<RunPower> run_power(const RunSource& run);

/// The table whose power is drawn over time: that of run_power(); while a run goes on, when its energy is not
/// known yet, the one that it will be. Empty where no device states watts.
std::string drawn_table(const RunSource& run);

/// Power over always full rate, from 0 to 1, of ideal channels.
std::optional<double> ideal_channels_share(const RunSource& run);

/// Power over always full rate, from 0 to 1, and whose that is, so that a share never stands beside the watts
/// of something else.
struct PowerShare {
  double share = 0;
  std::string whose;
};
/// The table that the channels' watts are told by; ideal channels where there is no device.
std::optional<PowerShare> channels_share(const RunSource& run);
/// The whole network where its plan is known, else its channels.
std::optional<PowerShare> told_share(const RunSource& run);

/// The keys in which the configurations differ, one row each, one column for each run.
Table differences(const std::vector<RunSource>& runs);

}  // namespace ebb::inline report
