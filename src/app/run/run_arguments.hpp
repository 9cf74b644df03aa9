// The command line of `ebb run`.
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
  std::string threads;  ///< as typed; the configuration reports errors in it
  std::string executor = "threads";
  DecisionArguments decisions;
  bool quiet = false, live = false;
  bool only_memory = false;  ///< prints the memory it needs, without running
  OutputFormat output;

  /// The results of each channel are for folders and reports; a live page shows them where that is cheap.
  bool keeps_channels() const { return !folder.empty() || !report.empty(); }
  bool tells_of_channels(std::uint64_t channels) const {
    return keeps_channels() || (live && channels <= most_live_channels);
  }
};

}  // namespace ebb::inline app
