// What `ebb run` was asked for.
#pragma once

#include <string>
#include <vector>

#include "app/output/output_format.hpp"
#include "app/run/decision_recording.hpp"
#include "app/run/live_run.hpp"

namespace ebb::inline app {

struct RunArguments {
  std::string file, folder, store, report;
  std::vector<std::string> settings;
  std::string replay;
  std::string threads;  ///< as typed: the configuration says what is wrong with it
  std::string executor = "threads";
  DecisionArguments decisions;
  bool quiet = false, live = false;
  bool only_memory = false;  ///< say what it will take, and do not run it
  OutputFormat output;

  /// What every channel did is for folders and reports; a live page shows it where that is cheap.
  bool keeps_channels() const { return !folder.empty() || !report.empty(); }
  bool tells_of_channels(std::uint64_t channels) const {
    return keeps_channels() || (live && channels <= most_live_channels);
  }
};

}  // namespace ebb::inline app
