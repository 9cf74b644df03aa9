#include "tasks/study/compare_task.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <nlohmann/json.hpp>

#include "report/document/joined_words.hpp"
#include "report/document/table.hpp"
#include "report/page/json_reader.hpp"
#include "report/page/row_table.hpp"
#include "report/page/study_documents.hpp"
#include "report/policy/policy_columns.hpp"
#include "report/policy/policy_report.hpp"
#include "results/cell.hpp"
#include "results/named_figure.hpp"
#include "tasks/results/plain_quantity.hpp"
#include "tasks/run/page_origin.hpp"
#include "tasks/run/replay_settings.hpp"

namespace ebb::inline tasks {
namespace {

/// The numbers that no device states.
std::vector<std::string> missing_numbers(const std::vector<ComparedNetwork>& networks) {
  std::vector<std::string> missing;
  for (const ComparedNetwork& network : networks)
    if (network.comparison.basis)
      for (const std::string& name : network.comparison.basis->missing)
        if (std::find(missing.begin(), missing.end(), name) == missing.end()) missing.push_back(name);
  return missing;
}

/// The names of the varied parameters, in the order of first occurrence.
std::vector<std::string> parameters_of(const std::vector<ComparedNetwork>& networks) {
  std::vector<std::string> names;
  for (const ComparedNetwork& network : networks)
    for (const NamedFigure& p : network.parameters)
      if (std::find(names.begin(), names.end(), p.name) == names.end()) names.push_back(p.name);
  return names;
}

/// Sorted by the values of their parameters, like a sweep's points.
std::vector<ComparedNetwork> sorted_networks(const PolicyStudy& study, const JudgedBy& judged_by) {
  std::vector<ComparedNetwork> networks = study.networks(judged_by);
  const auto names = parameters_of(networks);
  std::stable_sort(networks.begin(), networks.end(), [&](const ComparedNetwork& a, const ComparedNetwork& b) {
    for (const std::string& name : names)
      if (const int c = compare_cells(figure_named(a.parameters, name), figure_named(b.parameters, name));
          c != 0)
        return c < 0;
    return false;
  });
  return networks;
}

}  // namespace

Result<std::unique_ptr<PolicyReport>> PolicyReport::plan(CompareOptions options) {
  auto settings = with_replay(std::move(options.settings), options.replay, options.file);
  if (!settings) return settings.problems();
  if (options.repeats > 0) settings->push_back(fmt::format("sweep.repeats={}", options.repeats));
  options.settings = std::move(*settings);
  auto config = read_comparison(options.file, options.settings);
  if (!config) return config.problems();
  return plan(std::move(options), std::move(*config));
}

Result<std::unique_ptr<PolicyReport>> PolicyReport::plan(CompareOptions options, CompareConfig config) {
  auto study = PolicyStudy::plan(std::move(config), options.folder(), options.run);
  if (!study) return study.problems();
  std::unique_ptr<PolicyReport> report(new PolicyReport(std::move(options)));
  report->study_ = std::move(*study);
  return report;
}

Origin PolicyReport::origin() const {
  std::vector<std::string> words = options_.command;
  words.push_back(options_.file);
  Origin origin = origin_of_command(command_text(words, options_.settings), {options_.file});
  add_runs(study_->runs(), origin);
  return origin;
}

bool PolicyReport::empty() const { return json().at("rows").empty(); }

nlohmann::ordered_json PolicyReport::json(const std::string& missing) const {
  const auto networks = sorted_networks(*study_, options_.judged_by);
  PageJson json = policies_json(networks, options_.file, {options_.judged_by.x, options_.judged_by.y});
  json["missing_numbers"] = missing_numbers(networks);  // the same name as in plans and runs
  if (!missing.empty()) json["notes"].push_back(missing);
  return json;
}

Document PolicyReport::document(const std::string& missing) const {
  return policies_document(options_.file, json(missing), origin());
}

std::string PolicyReport::render(Format format, bool wide, const std::string& missing) const {
  PageJson all = json(missing);
  if (format == Format::json) {
    all["origin"] = origin_json(origin());
    return json_text(all);
  }
  Table table = table_of_json(all);
  if (format == Format::csv) {
    make_quantities_plain(table, parameters_of(study_->networks(options_.judged_by)));
    if (const auto numbers = texts_at(all, "missing_numbers"); !numbers.empty()) {
      table.columns.push_back({.key = "missing_numbers", .heading = ""});
      for (std::vector<Cell>& row : table.rows) row.emplace_back(joined_words(numbers));
    }
  } else if (!wide) {
    table = narrow_policies(std::move(table));
  }
  return ebb::render(table, format);
}

Result<ComparedPolicies> compare_policies(const CompareOptions& options, const CompareHooks& hooks) {
  auto report = PolicyReport::plan(options);
  if (!report) return report.problems();
  if (hooks.planned)
    if (Problems problems = hooks.planned(**report); !problems.empty()) return problems;
  NoWatcher nobody;
  const SweepOutcome outcome = (*report)->study().run(hooks.watcher ? *hooks.watcher : nobody);
  return ComparedPolicies{std::move(*report), outcome};
}

}  // namespace ebb::inline tasks
