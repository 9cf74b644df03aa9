#include "app/study/reproduce_command.hpp"

#include <fmt/core.h>

#include <algorithm>
#include <memory>

#include "app/command/report_option.hpp"
#include "app/output/output_format.hpp"
#include "app/output/say.hpp"
#include "app/results/results_folder.hpp"
#include "app/run/page_origin.hpp"
#include "base/spelling.hpp"
#include "reproduce/page/reproduction_report.hpp"
#include "reproduce/page/reproductions_document.hpp"
#include "reproduce/reproduce.hpp"

namespace ebb::inline app {
namespace {

struct Request {
  std::vector<std::string> names;
  Effort effort{.quick = false, .quiet = false};
  OutputFormat output;
  std::string folder, report;

  bool has(std::string_view name) const { return std::find(names.begin(), names.end(), name) != names.end(); }
};

int list_reproductions(const OutputFormat& output) {
  Table table{.title = "",
              .columns = {{.key = "name", .heading = "name"}, {.key = "summary", .heading = "summary"}},
              .rows = {}};
  for (const Reproduction& r : reproductions()) table.add({r.name, r.summary});
  output.print(render(table, output.format()));
  return succeeded;
}

Problem unknown(const std::string& name) {
  std::vector<std::string> valid;
  for (const Reproduction& r : reproductions()) valid.emplace_back(r.name);
  valid.insert(valid.end(), {"all", "computed", "simulated", "real", "list"});
  return {"reproduce", fmt::format("\"{}\" is unknown", name), name_hint(name, valid)};
}

/// The requested reproductions, in that order, each once.
std::vector<const Reproduction*> chosen(const std::vector<std::string>& names, Problems& problems) {
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
    if (!found) problems.push_back(unknown(name));
  }
  return result;
}

Origin origin_of(const Request& request) {
  std::vector<std::string> words{"reproduce"};
  words.insert(words.end(), request.names.begin(), request.names.end());
  if (request.effort.quick) words.push_back("--quick");
  return origin_of_command(command_text(words), {});
}

/// Each has its origin, so that a file of several can be split.
PageJson json_of(const std::vector<Reproduced>& all, const Origin& origin) {
  PageJson list = PageJson::array();
  for (const Reproduced& one : all)
    list.push_back(reproduction_json(one)), list.back()["origin"] = origin_json(origin);
  return list;
}

/// Writes all outputs besides the terminal.
Problems keep(const Request& request, const PageJson& all) {
  Problems problems;
  if (!request.report.empty())
    problems = write_report(request.report, reproductions_document(all, origin_of(request)));
  if (request.folder.empty()) return problems;
  for (Problem& p :
       written_or_rescued(request.folder, {{"reproduction.json", render_reproductions(all, Format::json)},
                                           {"reproduction.csv", render_reproductions(all, Format::csv)},
                                           {"reproduction.md", render_reproductions(all, Format::markdown)}}))
    problems.push_back(std::move(p));
  return problems;
}

int reproduce(const Request& request) {
  if (request.has("list")) return list_reproductions(request.output);
  Problems problems;
  const std::vector<const Reproduction*> wanted = chosen(request.names, problems);
  if (!problems.empty()) return refuse(std::move(problems));
  if (problems = check_report(request.report); !problems.empty()) return refuse(std::move(problems));
  if (!request.folder.empty())
    if (problems = check_results_folder(request.folder); !problems.empty())
      return refuse(std::move(problems));
  let_pipes_break();
  std::vector<Reproduced> all;
  for (const Reproduction* r : wanted) {
    if (const Problems lacks = r->obstacles ? r->obstacles() : Problems{}; !lacks.empty()) {
      say("{} was skipped, because this machine lacks something for it\n{}", r->name, to_text(lacks));
      continue;
    }
    auto rows = run(*r, request.effort);
    if (!rows) return refuse(rows.problems());
    all.push_back({r, std::move(*rows), request.effort.quick});
  }
  if (all.empty()) return failed;  // nothing was reproduced; stderr has the reason
  const PageJson json = json_of(all, origin_of(request));
  problems = keep(request, json);
  if (!problems.empty()) refuse(problems);
  end_with_the_reader();
  const bool alone = all.size() == 1 && request.names.size() == 1;  // one is an object, several are a list
  request.output.print(render_reproductions(alone ? json[0] : json, request.output.format()));
  return problems.empty() ? succeeded : failed;
}

}  // namespace

void add_reproduce_command(Command& app, int& exit_code) {
  auto* command = app.add_subcommand("reproduce", "compute the founding papers' numbers again, side by side");
  add_examples(*command, {"ebb reproduce list", "ebb reproduce abts-table1",
                          "ebb reproduce abts-fig8 --quick", "ebb reproduce computed --json"});
  const auto request = std::make_shared<Request>();
  command
      ->add_option("NAME", request->names,
                   "`list`, `all`, `computed` (seconds), `simulated` (minutes), `real` (needs root), or\n"
                   "names as `ebb reproduce list` prints them")
      ->required();
  command->add_flag("--quick", request->effort.quick,
                    "simulate a small network for a short time instead of the paper's");
  command->add_flag("-q,--quiet", request->effort.quiet, "show no progress");
  command->add_option("-o,--output", request->folder, "write the rows into this new folder as well");
  add_report_option(*command, request->report);
  request->output.add_options(*command);
  command->callback([request, &exit_code] { exit_code = reproduce(*request); });
}

}  // namespace ebb::inline app
