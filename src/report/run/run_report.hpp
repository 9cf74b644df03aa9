// A run's result as a summary for people, and as JSON and CSV for programs.
#pragma once

#include <nlohmann/json_fwd.hpp>
#include <string>
#include <vector>

#include "report/document/figures.hpp"
#include "report/document/render.hpp"
#include "results/named_figure.hpp"
#include "results/run_outcome.hpp"
#include "results/run_title.hpp"

namespace ebb::inline report {

/// All measured results. What is added here appears in every output of `ebb run`, and in stored runs, by
/// itself.
nlohmann::ordered_json run_json(const RunTitle& title, const RunResult& result);

/// The same as a flat list of named values.
std::vector<NamedFigure> run_figures(const RunTitle& title, const RunResult& result);

/// CSV is a header line and one line with every figure.
std::string render_run(const RunTitle& title, const RunResult& result, Format format);

}  // namespace ebb::inline report
