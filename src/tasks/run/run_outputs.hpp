// The outputs of a run: a folder of results, a report, decisions, a stored run, and a live page.
#pragma once

#include <algorithm>
#include <functional>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "base/problem.hpp"
#include "config/node.hpp"
#include "experiment/read/file_content.hpp"
#include "experiment/run/prepared_run.hpp"
#include "report/decisions/decision_history.hpp"
#include "report/decisions/decision_writer.hpp"
#include "results/decisions.hpp"
#include "store/store.hpp"
#include "tasks/live/live_page.hpp"
#include "tasks/run/finished_run.hpp"
#include "tasks/run/run_options.hpp"

namespace ebb::inline tasks {

/// A run's configuration, and its outputs.
struct RunOutputs {
  Node document, file;  ///< with all defaults, and as the user wrote it
  std::vector<FileContent> contents;
  std::optional<Store> store;
  std::unique_ptr<DecisionWriter> decisions;
  std::unique_ptr<DecisionHistory> reasons;  ///< by channel, for folders and reports
  std::uint64_t written = 0;                 ///< decisions
  LivePage live;                             ///< where one is wanted

  /// An empty folder means no store.
  Problems open_store(const std::string& folder);
  /// `path` is the run's file.
  Problems open_decisions(const DecisionOptions& options, const std::string& path,
                          const PreparedRun& prepared);
  /// Forwards decisions; the writer takes up to its limit.
  void add(std::span<const DecisionRecord> more, std::uint64_t limit) {
    if (reasons) reasons->add(more);
    if (!decisions) return;
    const auto room = std::min<std::uint64_t>(more.size(), limit - written);
    decisions->add(more.first(room));
    written += room;
  }

  /// Writes all outputs, and tells `warn` what the user should know of them. A problem with one output does
  /// not affect the others.
  Problems save(const RunOptions& options, const PreparedRun& prepared, const FinishedRun& run,
                double wall_seconds, const std::function<void(const std::string&)>& warn);
};

}  // namespace ebb::inline tasks
