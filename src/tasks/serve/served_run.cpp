#include "tasks/serve/served_run.hpp"

#include <algorithm>

#include "report/document/render.hpp"
#include "report/page/run_source.hpp"
#include "results/named_figure.hpp"
#include "study/compare/over_seeds.hpp"

namespace ebb::inline tasks {
namespace {

/// The value under a name in a list that is sorted by names.
template <class Value>
std::optional<Value> value_under(const std::vector<std::pair<WordId, Value>>& list, WordId name) {
  const auto found = std::lower_bound(list.begin(), list.end(), name,
                                      [](const auto& entry, WordId wanted) { return entry.first < wanted; });
  return found != list.end() && found->first == name ? std::optional(found->second) : std::nullopt;
}

/// A value of TOML as text: names and quantities without their quotes.
std::string_view unquoted(std::string_view value) {
  const bool quoted = value.size() >= 2 && value.front() == '"' && value.back() == '"';
  return quoted ? value.substr(1, value.size() - 2) : value;
}

}  // namespace

WordId Words::number(std::string_view text) {
  if (const auto known = find(text)) return *known;
  const auto number = static_cast<WordId>(texts_.size());
  numbers_[texts_.emplace_back(text)] = number;
  return number;
}

std::optional<WordId> Words::find(std::string_view text) const {
  const auto found = numbers_.find(text);
  return found == numbers_.end() ? std::nullopt : std::optional(found->second);
}

std::optional<WordId> ServedRun::setting(WordId name) const { return value_under(settings, name); }
std::optional<double> ServedRun::figure(WordId name) const { return value_under(figures, name); }

ServedRun served_run(const StoredRun& run, const std::vector<std::string>& members, Words& words) {
  ServedRun served{.id = run.id,
                   .kind = run.kind,
                   .file = run.file == "-" ? "standard input" : run.file,
                   .verdict = run.verdict,
                   .why = run.why,
                   .version = run.version,
                   .finished_utc = run.finished_utc,
                   .members = members,
                   .wall_s = run.wall_s,
                   .settings = {},
                   .figures = {}};
  for (const auto& [key, value] : configuration_keys(run.config))
    if (key != seed_parameter || members.size() == 1)
      served.settings.emplace_back(words.number(key), words.number(unquoted(value)));
  if (served.settings.empty())  // a search over several runs
    for (const NamedFigure& p : run.parameters)
      served.settings.emplace_back(words.number(p.name), words.number(cell_text(p.value, {})));
  for (const NamedFigure& f : run.figures)
    if (const auto value = number_in(f.value)) served.figures.emplace_back(words.number(f.name), *value);
  std::sort(served.settings.begin(), served.settings.end());
  std::sort(served.figures.begin(), served.figures.end());
  return served;
}

}  // namespace ebb::inline tasks
