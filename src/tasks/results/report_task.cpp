#include "tasks/results/report_task.hpp"

#include <fmt/format.h>

#include <filesystem>
#include <fstream>
#include <nlohmann/json.hpp>
#include <sstream>

#include "base/fields.hpp"
#include "base/problem.hpp"
#include "report/page/json_reader.hpp"
#include "report/page/origin.hpp"
#include "report/page/report_source.hpp"
#include "report/page/run_document.hpp"
#include "report/page/run_source.hpp"
#include "report/page/study_documents.hpp"
#include "reproduce/page/reproductions_document.hpp"
#include "store/store.hpp"
#include "store/stored_run.hpp"
#include "tasks/run/page_origin.hpp"
#include "tasks/study/sweep_points.hpp"

namespace ebb::inline tasks {
namespace {

namespace fs = std::filesystem;

enum class Kind : std::uint8_t { run, store, reproduction, plan, policies };
constexpr auto names_of(Kind) {
  return std::array<std::string_view, 5>{"a run", "a store", "a reproduction", "a plan",
                                         "a comparison of policies"};
}

constexpr const char* what_can_be_read =
    "it takes folders of `ebb run -o` and `ebb reproduce -o`, stores of `ebb sweep`, and what `ebb plan "
    "--json` or "
    "`ebb compare-policies --json` printed into a file";

/// Empty for anything but a file of a plausible size.
std::string content(const fs::path& path) {
  constexpr std::uintmax_t largest_file = 1'000'000'000;
  std::error_code error;
  if (!fs::is_regular_file(path, error) || fs::file_size(path, error) > largest_file) return {};
  std::ifstream in(path, std::ios::binary);
  std::ostringstream text;
  text << in.rdbuf();
  return text.str();
}

/// Recognised by content; nothing when it is unknown.
std::optional<Kind> kind_of(const std::string& path, PageJson& json) {
  std::error_code error;
  if (fs::is_directory(path, error)) {
    if (fs::exists(fs::path(path) / "summary.json", error)) return Kind::run;
    if (fs::exists(fs::path(path) / "reproduction.json", error)) {
      json = PageJson::parse(content(fs::path(path) / "reproduction.json"), nullptr, false);
      return Kind::reproduction;
    }
    return Kind::store;
  }
  json = PageJson::parse(content(path), nullptr, false);
  if (json.is_object() && (json.contains("plan") || json.contains("plans"))) return Kind::plan;
  if (json.is_object() && json.contains("rows") && json["rows"].is_array() && !json["rows"].empty() &&
      json["rows"][0].is_object() && json["rows"][0].contains("policy"))
    return Kind::policies;
  if (json.is_array() && !json.empty() && json[0].is_object() && json[0].contains("rows"))
    return Kind::reproduction;
  if (json.is_object() && json.contains("name") && json.contains("rows")) {
    json = PageJson::array({json});
    return Kind::reproduction;
  }
  return std::nullopt;
}

/// Tells a document that was cut off from a file of another kind.
std::string why_no_report(const PageJson& json, const std::string& path) {
  constexpr const char* nothing = "holds nothing that a report can be made from";
  if (!json.is_discarded()) return nothing;
  std::error_code error;
  const fs::path file = fs::is_directory(path, error) ? fs::path(path) / "reproduction.json" : fs::path(path);
  const std::string text = content(file);
  const std::size_t first = text.find_first_not_of(" \t\r\n");
  if (first == text.npos) return "is empty: it was cut off";
  const bool begins_json = (text[first] == '{' || text[first] == '[');
  return begins_json ? "is cut off or damaged: its JSON cannot be read to the end" : nothing;
}

Result<Document> runs_of(const std::vector<std::string>& paths) {
  std::vector<RunSource> runs;
  Problems problems;
  for (const std::string& path : paths) {
    auto run = read_run_folder(path);
    if (run)
      runs.push_back(std::move(*run));
    else
      problems.insert(problems.end(), run.problems().begin(), run.problems().end());
  }
  if (!problems.empty()) return problems;
  return run_document(runs);
}

Result<Document> points_of(const std::vector<std::string>& paths) {
  Damage damage;
  auto runs = read_stores(paths, damage);
  if (!runs) return runs.problems();
  const std::vector<StoredPoint> points = sweep_points(*runs, Seeds::together);
  if (points.empty()) return Problem{paths[0], "holds no run", what_can_be_read};
  Origin origin;
  add_runs(*runs, origin);
  for (const StoredRun& run : *runs) {
    if (run.kind != "run") continue;
    if (origin.files.empty())
      origin.files.push_back(
          {fmt::format("configuration of {}; the others differ in what is varied", run.id), run.config});
    origin.version = run.version;
  }
  return sweep_document(fs::path(paths[0]).filename().string(), points,
                        results_tables(*runs, {}, Seeds::together), origin);
}

Result<Document> plans_of(const std::vector<std::string>& paths, const std::vector<PageJson>& all) {
  std::vector<PageJson> plans;
  Origin origin;
  for (const PageJson& json : all) {
    Origin one = origin_of(member(json, "origin"));
    origin.command += (origin.command.empty() ? "" : "; ") + one.command;
    origin.version = one.version;
    for (Listing& file : one.files) origin.files.push_back(std::move(file));
    if (json.contains("plan")) plans.push_back(json);
    if (json.contains("plans") && json["plans"].is_array())
      for (const PageJson& plan : json["plans"]) plans.push_back(plan);
  }
  if (plans.empty()) return Problem{paths[0], "holds no plan", what_can_be_read};
  return plans_document(plans, origin);
}

}  // namespace

Result<Document> make_report(const std::vector<std::string>& paths) {
  Problems problems;
  std::optional<Kind> kind;
  std::vector<PageJson> all;
  for (const std::string& path : paths) {
    std::error_code error;
    PageJson json;
    if (!fs::exists(path, error)) {
      problems.push_back({path, "there is no such file or folder", what_can_be_read});
      continue;
    }
    const auto found = kind_of(path, json);
    if (!found || (*found == Kind::reproduction && (!json.is_array() || json.empty())))
      problems.push_back({path, why_no_report(json, path), what_can_be_read});
    else if (kind && *kind != *found)
      problems.push_back({path, fmt::format("is {}, but the others are {}", name_of(*found), name_of(*kind)),
                          "make a report for each kind"});
    if (found) kind = kind.value_or(*found);
    all.push_back(std::move(json));
  }
  if (!problems.empty()) return problems;
  switch (*kind) {
    case Kind::run:
      return runs_of(paths);
    case Kind::store:
      return points_of(paths);
    case Kind::plan:
      return plans_of(paths, all);
    case Kind::policies:
      if (all.size() == 1) {
        const PageJson& title = member(all[0], "title");
        return policies_document(title.is_string() ? title.get<std::string>() : paths[0], all[0],
                                 origin_of(member(all[0], "origin")));
      }
      return Problem{paths[1], "is a second comparison", "make a report for each"};
    case Kind::reproduction:
      break;
  }
  PageJson together = PageJson::array();
  for (const PageJson& json : all)
    for (const PageJson& one : json) together.push_back(one);
  return reproductions_document(together, origin_of(member(together[0], "origin")));
}

}  // namespace ebb::inline tasks
