// Stored runs as tables: a list, a comparison, and everything for export.
#pragma once

#include <string>
#include <vector>

#include "report/document/render.hpp"
#include "report/document/table.hpp"
#include "results/named_figure.hpp"
#include "store/stored_run.hpp"

namespace ebb::inline tasks {

/// Runs of several studies vary different parameters. Fills in those that a run does not vary from its
/// configuration.
void complete_parameters(std::vector<StoredRun>& runs);

/// By file, then by the values of their parameters.
void sort_runs(std::vector<StoredRun>& runs);

/// One row per run: its id, its varied parameters, its verdict, and the named figures (none: load and
/// latency).
Table runs_table(const std::vector<StoredRun>& runs, const std::vector<std::string>& figures = {});

/// One row per search, with the two loads between which the network saturates.
Table saturation_table(const std::vector<StoredRun>& searches);

/// Compares runs: everything that differs, first of the configuration, then of the figures. Changes are
/// relative to the first run.
Table runs_comparison(const std::vector<StoredRun>& stored);

/// Everything except multi-line texts.
Table export_table(const std::vector<StoredRun>& runs);

/// Whether runs that differ only in their seed are one row with their mean, or a row each.
enum class Seeds : bool { together, each };

/// The sorted list of runs and, if there are any, of searches, for a terminal and for a page.
std::vector<Table> results_tables(const std::vector<StoredRun>& runs, const std::vector<std::string>& figures,
                                  Seeds seeds);

/// The sorted list of runs and, if there are any, of searches. CSV has one kind of row: all figures of the
/// runs, or of the searches when there are no runs.
std::string render_results(const std::vector<StoredRun>& runs, const std::vector<std::string>& figures,
                           Format format, Seeds seeds);

/// Compares points, each a group of runs with the same seeds: means, and the difference to the first with the
/// 95 % interval of the differences by seed.
Table seeds_comparison(const std::vector<std::vector<StoredRun>>& groups);

/// Every name of any run, in the order of first occurrence.
std::vector<std::string> names_in(const std::vector<StoredRun>& runs,
                                  std::vector<NamedFigure> StoredRun::*list);

}  // namespace ebb::inline tasks
