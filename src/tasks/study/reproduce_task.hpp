// Computes the numbers of papers again, each beside the printed one.
#pragma once

#include <functional>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "base/problem.hpp"
#include "base/result.hpp"
#include "report/document/document.hpp"
#include "report/document/render.hpp"
#include "report/document/table.hpp"
#include "reproduce/reproduce.hpp"
#include "tasks/results/results_folder.hpp"

namespace ebb::inline tasks {

struct ReproduceOptions {
  /// Names of reproductions, or of groups: "all", "computed", "simulated", "real" (on real switches).
  std::vector<std::string> names;
  Effort effort;
};

/// Returns the named reproductions, in that order, each once. An unknown name is a problem with a hint.
Result<std::vector<const Reproduction*>> chosen_reproductions(const std::vector<std::string>& names);

/// Name and summary of every reproduction.
Table reproductions_table();

struct ReproducedNumbers {
  nlohmann::ordered_json all;  ///< a list of reproductions, each with its rows and its origin
  bool one = false;            ///< a single one was named: its JSON is an object, not a list
};

/// Called for a reproduction that this machine lacks something for, with what it lacks.
using SkippedHook = std::function<void(const Reproduction&, const Problems&)>;

/// Reproduces everything that is named. The list is empty when all were skipped.
Result<ReproducedNumbers> reproduce_numbers(const ReproduceOptions& options, const SkippedHook& skipped);

std::string render(const ReproducedNumbers& numbers, Format format);
/// The page with the papers' figures.
Document reproduction_report(const ReproducedNumbers& numbers, const ReproduceOptions& options);
/// The files of a folder of results.
ResultFiles reproduction_files(const ReproducedNumbers& numbers);

}  // namespace ebb::inline tasks
