// Saves a run besides printing it: a folder of results, a report, decisions, a stored run.
#pragma once

#include <memory>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "app/run/live_page.hpp"
#include "app/run/run_arguments.hpp"
#include "experiment/run/prepared_run.hpp"
#include "report/decisions/decision_history.hpp"
#include "report/decisions/decision_writer.hpp"
#include "report/run/run_report.hpp"
#include "store/store.hpp"

namespace ebb::inline app {

/// The store for the result, if there is one.
Result<std::optional<Store>> open_store(const std::string& folder);

/// A run's configuration, and its outputs besides the terminal.
struct Kept {
  Node document, file;  ///< with all defaults, and as the user wrote it
  std::vector<FileContent> contents;
  std::optional<Store> store;
  std::unique_ptr<DecisionWriter> decisions;
  LivePage live;                             ///< the live page, where one is wanted
  std::unique_ptr<DecisionHistory> reasons;  ///< by channel, for folders and reports

  /// Forwards decisions; the writer takes up to its limit.
  void add(std::span<const DecisionRecord> more, std::uint64_t limit) {
    if (reasons) reasons->add(more);
    if (!decisions) return;
    const auto room = std::min<std::uint64_t>(more.size(), limit - written);
    decisions->add(more.first(room));
    written += room;
  }
  std::uint64_t written = 0;
};

/// Writes all outputs except the printed one. A problem with one output does not affect the others.
Problems keep(const RunArguments& arguments, const PreparedRun& prepared, const RunTitle& title,
              const RunResult& result, Kept& kept, double wall_seconds);

}  // namespace ebb::inline app
