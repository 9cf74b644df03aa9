// What a run leaves behind besides what it prints: a folder of results, a report, decisions, a stored run.
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

/// Where the result will be kept, if anywhere.
Result<std::optional<Store>> open_store(const std::string& folder);

/// What a run was, and where it goes besides the terminal.
struct Kept {
  Node document, file;  ///< with every default, and as the user wrote it
  std::vector<FileContent> contents;
  std::optional<Store> store;
  std::unique_ptr<DecisionWriter> decisions;
  LivePage live;                             ///< the page that follows the run, where one is wanted
  std::unique_ptr<DecisionHistory> reasons;  ///< of every channel, for folders and reports

  /// Hands decisions on; the writer takes as many as it was asked for.
  void add(std::span<const DecisionRecord> more, std::uint64_t limit) {
    if (reasons) reasons->add(more);
    if (!decisions) return;
    const auto room = std::min<std::uint64_t>(more.size(), limit - written);
    decisions->add(more.first(room));
    written += room;
  }
  std::uint64_t written = 0;
};

/// Writes everything besides what is printed. The problems of one place do not keep the result from the
/// others.
Problems keep(const RunArguments& arguments, const PreparedRun& prepared, const RunTitle& title,
              const RunResult& result, Kept& kept, double wall_seconds);

}  // namespace ebb::inline app
