#include "report/page/origin.hpp"

#include <fmt/format.h>

#include "results/cell.hpp"

namespace ebb::inline report {
namespace {

/// More runs are folded away: their list is for whoever repeats them.
constexpr std::size_t most_in_sight = 4;

Table runs_table(const std::vector<OriginRun>& runs) {
  Table table{.title = "runs",
              .columns = {{"run", "run"},
                          {"seed", "seed"},
                          {"verdict", "verdict"},
                          {"digest", "digest"},
                          {"version", "ebb"}},
              .rows = {}};
  for (const OriginRun& run : runs)
    table.add({run.name, run.seed ? Cell(*run.seed) : Cell(), run.verdict, run.digest, run.version});
  table.notes.push_back("the same configuration, seed and version of ebb give the same digest");
  return table;
}

}  // namespace

PageJson origin_json(const Origin& origin) {
  PageJson runs = PageJson::array(), files = PageJson::array();
  for (const OriginRun& run : origin.runs)
    runs.push_back({{"run", run.name},
                    {"seed", run.seed ? PageJson(*run.seed) : PageJson()},
                    {"verdict", run.verdict},
                    {"digest", run.digest},
                    {"version", run.version}});
  for (const Listing& file : origin.files) files.push_back({{"title", file.title}, {"text", file.text}});
  return {{"command", origin.command}, {"version", origin.version}, {"runs", runs}, {"files", files}};
}

Origin origin_of(const PageJson& json) {
  Origin origin{text_at(json, "command"), text_at(json, "version")};
  if (const PageJson& runs = member(json, "runs"); runs.is_array())
    for (const PageJson& run : runs)
      origin.runs.push_back(
          {text_at(run, "run"),
           member(run, "seed").is_number_integer() ? std::optional(whole_at(run, "seed")) : std::nullopt,
           text_at(run, "verdict"), text_at(run, "digest"), text_at(run, "version")});
  if (const PageJson& files = member(json, "files"); files.is_array())
    for (const PageJson& file : files)
      origin.files.push_back({text_at(file, "title"), text_at(file, "text")});
  return origin;
}

void add_origin(const Origin& origin, const std::string& note, Document& document) {
  document.add(Heading{"To run it again"});
  NamedLines lines;
  if (!origin.command.empty()) lines.add("command", origin.command);
  lines.add("made by", origin.version.empty() ? "a version of ebb that the results do not name"
                                              : "ebb " + origin.version);
  if (!note.empty()) lines.add("repeats", note);
  document.add(std::move(lines));
  if (origin.runs.size() > most_in_sight)
    document.add(Listing{fmt::format("{} runs", origin.runs.size()), to_text(runs_table(origin.runs))});
  else if (!origin.runs.empty())
    document.add(runs_table(origin.runs));
  for (const Listing& file : origin.files)
    if (!file.text.empty()) document.add(file);
}

}  // namespace ebb::inline report
