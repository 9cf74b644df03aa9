// Jobs on the runs of a store: list, show, compare, export and check them. Read the runs once with
// read_runs(), then do any of the jobs.
#pragma once

#include <string>
#include <vector>

#include "base/problem.hpp"
#include "base/result.hpp"
#include "report/document/render.hpp"
#include "report/document/table.hpp"
#include "store/store.hpp"
#include "store/stored_run.hpp"
#include "tasks/results/results_tables.hpp"

namespace ebb::inline tasks {

/// Returns these stores; without any, every *.results folder of the current folder.
Result<std::vector<std::string>> chosen_stores(std::vector<std::string> stores);

/// Returns all runs of chosen_stores(). Damaged runs are omitted and reported in `damage`.
Result<std::vector<StoredRun>> read_runs(const std::vector<std::string>& stores, Damage& damage);

/// Returns the only run whose id begins so.
Result<StoredRun> find_run(const std::vector<StoredRun>& runs, const std::string& beginning);
/// Returns the runs with these ids, in that order, or the problems of all ids.
Result<std::vector<StoredRun>> find_runs(const std::vector<StoredRun>& runs,
                                         const std::vector<std::string>& ids);

struct ListOptions {
  std::vector<std::string> columns;  ///< figures to show instead of load and latency
  bool failed_only = false;          ///< only points without a result, and the reason
  Seeds seeds = Seeds::together;
  Format format = Format::text;
};
/// One line per run. A column that no run has is a problem.
Result<std::string> list_runs(const std::vector<StoredRun>& runs, const ListOptions& options);

/// One run: its origin and its summary as text, or everything in the other formats.
std::string show_run(const StoredRun& run, Format format);

/// Compares the runs with these ids, each with the first. With Seeds::together, runs that have the same
/// several seeds are compared by their means.
Result<Table> compare_runs(const std::vector<StoredRun>& runs, const std::vector<std::string>& ids,
                           Seeds seeds);

struct ExportOptions {
  bool saturation = false;  ///< the searches for saturation instead of the runs
  Seeds seeds = Seeds::together;
  Format format = Format::csv;
};
/// Everything that is stored of every run.
std::string export_runs(std::vector<StoredRun> runs, const ExportOptions& options);

struct StoreCheck {
  std::vector<DatabaseHealth> databases;
  Problems damage;                  ///< every damaged or missing run, with its remedy
  std::vector<std::string> drafts;  ///< temporary files of a writing or a killed process
};
/// Reads stores byte by byte. With `forget`, removes damaged runs, so that the same sweep runs them again.
Result<StoreCheck> check_results(const std::vector<std::string>& stores, bool forget);
/// One row per database.
Table health_table(const std::vector<DatabaseHealth>& databases);

}  // namespace ebb::inline tasks
