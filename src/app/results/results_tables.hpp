// Stored runs as tables: a list, a comparison, and everything for export.
#pragma once

#include <string>
#include <vector>

#include "report/document/render.hpp"
#include "store/stored_run.hpp"

namespace ebb::inline app {

/// Runs of several studies vary several parameters: what a run does not name as varied stands in its
/// configuration.
void complete_parameters(std::vector<StoredRun>& runs);

/// By file, then by the values of their parameters.
void sort_runs(std::vector<StoredRun>& runs);

/// One line per run: its id, what was varied, how it ended, and the figures of these names (none: load and
/// latency).
Table runs_table(const std::vector<StoredRun>& runs, const std::vector<std::string>& figures = {});

/// One line per search, with the two loads between which the network saturates.
Table saturation_table(const std::vector<StoredRun>& searches);

/// Side by side: what is not the same in all, of the configuration first, then of the figures; changes are
/// against the first.
Table runs_comparison(const std::vector<StoredRun>& stored);

/// Everything but texts of many lines.
Table export_table(const std::vector<StoredRun>& runs);

/// Whether runs that differ in their seed only are one row, their mean, or a row each.
enum class Seeds : bool { together, each };

/// What people read: the list of runs and, when there are any, of searches, sorted. A terminal and a page
/// show the same.
std::vector<Table> results_tables(const std::vector<StoredRun>& runs, const std::vector<std::string>& figures,
                                  Seeds seeds);

/// The list of runs and, when there are any, of searches, sorted. CSV has one kind of line: all figures of
/// the runs, or of the searches when there are no runs.
std::string render_results(const std::vector<StoredRun>& runs, const std::vector<std::string>& figures,
                           Format format, Seeds seeds);

/// Points side by side, each a group of runs with the same seeds: means, and the difference to the first with
/// the 95 % interval of the differences seed by seed.
Table seeds_comparison(const std::vector<std::vector<StoredRun>>& groups);

/// Every name that some run has, in the order in which they first occur.
std::vector<std::string> names_in(const std::vector<StoredRun>& runs,
                                  std::vector<NamedFigure> StoredRun::*list);

}  // namespace ebb::inline app
