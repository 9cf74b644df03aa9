// The options of a run: what is simulated, and where its results go.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "engine/exchange/exchange.hpp"
#include "experiment/read/settings.hpp"

namespace ebb::inline tasks {

/// Each decision of the power policy goes to a file, for `ebb why`.
struct DecisionOptions {
  std::string file{};  ///< new; empty: none is written
  /// Later decisions are only counted. One takes some 12 bytes, so that the file stays far below 64 MB.
  std::uint64_t limit = 2'000'000;

  bool wanted() const { return !file.empty(); }
};

/// Everything but `file` may be left out.
struct RunOptions {
  std::string file{};    ///< a TOML file, or "-" for standard input
  Settings settings{};   ///< "section.key=value", instead of what the file says
  std::string replay{};  ///< a trace instead of the file's traffic, from its begin to its end
  std::string folder{};  ///< a new folder for all results
  std::string report{};  ///< an HTML page
  std::string store{};   ///< a store of runs, for `ebb results` and `ebb rerun`
  DecisionOptions decisions{};
  bool live = false;  ///< serve a page that follows the run, on this machine only
  /// The bytes of memory that this process may use; none: what the machine has. A run that would exceed them
  /// is refused, or stopped with its results so far.
  std::optional<std::uint64_t> memory{};
  Exchange* exchange = nullptr;  ///< to the other ranks of this run; null: there are none
  bool each_channel = false;     ///< the result has the figures and the history of each channel

  /// The results of each channel are for folders and reports.
  bool saves_channels() const { return !folder.empty() || !report.empty(); }
};

}  // namespace ebb::inline tasks
