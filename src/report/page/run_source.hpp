// A run as read from its files: the source of a report, whether the run has just ended or was stored.
#pragma once

#include <map>
#include <optional>
#include <string>
#include <vector>

#include "report/page/json_reader.hpp"

namespace ebb::inline report {

struct RunSource {
  std::string name;      ///< the file or folder, for display
  PageJson summary;      ///< summary.json
  PageJson time_series;  ///< of series.json, or null
  PageJson network;      ///< the same
  PageJson history;      ///< the same
  PageJson ranks;        ///< the same; null where the traffic is no job
  std::string config;    ///< TOML that repeats the run
  std::string version;   ///< of ebb
};

/// One power table of a run with watts, for the sentences at the top.
struct RunPower {
  std::string table;
  double watts = 0, full_watts = 0;
};
/// The first of: the measured chip as the network is cabled, any table of a device, ideal channels. Empty
/// where none of them has watts.
std::optional<RunPower> run_power(const RunSource& run);

/// The table whose power is drawn over time: that of run_power(). During a run, when its energy is not known
/// yet, the one that it will be. Empty where no device states watts.
std::string drawn_table(const RunSource& run);

/// Power relative to full rate, from 0 to 1, of ideal channels.
std::optional<double> ideal_channels_share(const RunSource& run);

/// Power relative to full rate, from 0 to 1, and its table, so that a share is never shown beside the watts
/// of another table.
struct PowerShare {
  double share = 0;
  std::string whose;
};
/// By the table of the channels' watts; ideal channels where there is no device.
std::optional<PowerShare> channels_share(const RunSource& run);
/// Of the whole network where its plan is known, else of its channels.
std::optional<PowerShare> stated_share(const RunSource& run);

/// "traffic.load" -> "0.23", from TOML as ebb writes it, with one key per line.
std::map<std::string, std::string> configuration_keys(const std::string& toml);

/// The keys in which the configurations differ, one row each, one column for each run.
Table differences(const std::vector<RunSource>& runs);

}  // namespace ebb::inline report
