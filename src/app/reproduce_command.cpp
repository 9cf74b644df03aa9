#include "app/reproduce_command.hpp"

#include <fmt/core.h>

#include <algorithm>
#include <memory>

#include "app/reproduce.hpp"
#include "base/spelling.hpp"

namespace ebb {
namespace {

struct Request {
  std::vector<std::string> names;
  bool json = false, csv = false, markdown = false;
};

std::vector<std::string> known_names() {
  std::vector<std::string> names;
  for (const Reproduction& r : reproductions()) names.emplace_back(r.name);
  return names;
}

void list_reproductions() {
  for (const Reproduction& r : reproductions()) fmt::print("{:18} {}\n", r.name, r.summary);
}

/// The reproductions that were asked for, in that order, each once.
std::vector<const Reproduction*> chosen(const std::vector<std::string>& names, Problems& problems) {
  std::vector<const Reproduction*> result;
  const auto choose = [&](const Reproduction& r) {
    if (std::find(result.begin(), result.end(), &r) == result.end()) result.push_back(&r);
  };
  for (const std::string& name : names) {
    bool found = false;
    for (const Reproduction& r : reproductions())
      if (r.name == name || name == "all") choose(r), found = true;
    if (found) continue;
    std::vector<std::string> valid = known_names();
    valid.insert(valid.end(), {"all", "list"});
    problems.push_back(
        {"reproduce", fmt::format("\"{}\" is unknown", name.substr(0, 60)), name_hint(name, valid)});
  }
  return result;
}

void print_all(const std::vector<Reproduced>& all, const Request& request) {
  const bool as_list = request.names.size() > 1 || request.names[0] == "all";
  if (request.json)
    fmt::print("{}", reproductions_json(all, as_list));
  else if (request.csv)
    fmt::print("{}", reproductions_csv(all));
  else if (request.markdown)
    fmt::print("{}", reproductions_markdown(all));
  else
    for (const Reproduced& one : all) fmt::print("{}{}", &one == &all[0] ? "" : "\n", reproduction_text(one));
}

int reproduce(const Request& request) {
  if (request.names == std::vector<std::string>{"list"}) {
    list_reproductions();
    return succeeded;
  }
  Problems problems;
  std::vector<Reproduced> all;
  for (const Reproduction* r : chosen(request.names, problems)) {
    if (!problems.empty()) break;
    auto rows = run(*r);
    if (rows)
      all.push_back({r, std::move(*rows)});
    else
      problems.insert(problems.end(), rows.problems().begin(), rows.problems().end());
  }
  if (!problems.empty()) return refuse(std::move(problems));
  print_all(all, request);
  return succeeded;
}

}  // namespace

void add_reproduce_command(CLI::App& app, int& exit_code) {
  auto* command = app.add_subcommand("reproduce", "compute the founding papers' numbers again, side by side");
  add_examples(*command, {"ebb reproduce list", "ebb reproduce abts-table1", "ebb reproduce all --json"});
  auto request = std::make_shared<Request>();
  command->add_option("NAME", request->names, "`list`, `all`, or names as `ebb reproduce list` prints them")
      ->required();
  auto* json =
      command->add_flag("--json", request->json, "as JSON: an object, or a list of them for several");
  auto* csv = command->add_flag("--csv", request->csv, "as CSV, one line per row")->excludes(json);
  command->add_flag("--markdown", request->markdown, "as Markdown tables")->excludes(json)->excludes(csv);
  command->callback([request, &exit_code] { exit_code = reproduce(*request); });
}

}  // namespace ebb
