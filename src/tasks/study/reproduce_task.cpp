#include "tasks/study/reproduce_task.hpp"

#include <fmt/core.h>

#include <algorithm>
#include <nlohmann/json.hpp>

#include "base/spelling.hpp"
#include "report/page/json_reader.hpp"
#include "report/page/origin.hpp"
#include "reproduce/page/reproduction_report.hpp"
#include "reproduce/page/reproductions_document.hpp"
#include "tasks/run/page_origin.hpp"

namespace ebb::inline tasks {
namespace {

Problem unknown_reproduction(const std::string& name) {
  std::vector<std::string> valid;
  for (const Reproduction& r : reproductions()) valid.emplace_back(r.name);
  valid.insert(valid.end(), {"all", "computed", "simulated", "real", "list"});
  return {"reproduce", fmt::format("\"{}\" is unknown", name), name_hint(name, valid)};
}

Origin origin_of_numbers(const ReproduceOptions& options) {
  std::vector<std::string> words{"reproduce"};
  words.insert(words.end(), options.names.begin(), options.names.end());
  if (options.effort.quick) words.push_back("--quick");
  return origin_of_command(command_text(words), {});
}

}  // namespace

Result<std::vector<const Reproduction*>> chosen_reproductions(const std::vector<std::string>& names) {
  Problems problems;
  std::vector<const Reproduction*> result;
  for (const std::string& name : names) {
    bool found = false;
    for (const Reproduction& r : reproductions()) {
      const bool group = name == "all" || name == (r.obstacles   ? "real"
                                                   : r.simulated ? "simulated"
                                                                 : "computed");
      if (r.name != name && !group) continue;
      found = true;
      if (std::find(result.begin(), result.end(), &r) == result.end()) result.push_back(&r);
    }
    if (!found) problems.push_back(unknown_reproduction(name));
  }
  if (!problems.empty()) return problems;
  return result;
}

Table reproductions_table() {
  Table table{.title = "",
              .columns = {{.key = "name", .heading = "name"}, {.key = "summary", .heading = "summary"}},
              .rows = {}};
  for (const Reproduction& r : reproductions()) table.add({r.name, r.summary});
  return table;
}

Result<ReproducedNumbers> reproduce_numbers(const ReproduceOptions& options, const SkippedHook& skipped) {
  const auto chosen = chosen_reproductions(options.names);
  if (!chosen) return chosen.problems();
  const PageJson origin = origin_json(origin_of_numbers(options));
  ReproducedNumbers numbers{PageJson::array(), false};
  for (const Reproduction* r : *chosen) {
    if (const Problems lacks = r->obstacles ? r->obstacles() : Problems{}; !lacks.empty()) {
      if (skipped) skipped(*r, lacks);
      continue;
    }
    auto rows = rows_of(*r, options.effort);
    if (!rows) return rows.problems();
    numbers.all.push_back(reproduction_json({r, std::move(*rows), options.effort.quick}));
    numbers.all.back()["origin"] = origin;  // each has it, so that a file of several can be split
  }
  numbers.one = numbers.all.size() == 1 && options.names.size() == 1;
  return numbers;
}

std::string render(const ReproducedNumbers& numbers, Format format) {
  return render_reproductions(numbers.one ? numbers.all[0] : numbers.all, format);
}

Document reproduction_report(const ReproducedNumbers& numbers, const ReproduceOptions& options) {
  return reproductions_document(numbers.all, origin_of_numbers(options));
}

ResultFiles reproduction_files(const ReproducedNumbers& numbers) {
  return {{"reproduction.json", render_reproductions(numbers.all, Format::json)},
          {"reproduction.csv", render_reproductions(numbers.all, Format::csv)},
          {"reproduction.md", render_reproductions(numbers.all, Format::markdown)}};
}

}  // namespace ebb::inline tasks
