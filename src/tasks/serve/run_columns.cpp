#include "tasks/serve/run_columns.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>

#include "base/parsed_number.hpp"
#include "base/problem.hpp"
#include "base/spelling.hpp"
#include "study/compare/over_seeds.hpp"
#include "tasks/results/plain_quantity.hpp"

namespace ebb::inline tasks {
namespace {

struct OwnColumn {
  std::string_view name;
  std::string ServedRun::*text;
};
constexpr std::array own_columns{OwnColumn{"id", &ServedRun::id},
                                 OwnColumn{"file", &ServedRun::file},
                                 OwnColumn{"kind", &ServedRun::kind},
                                 OwnColumn{"verdict", &ServedRun::verdict},
                                 OwnColumn{"why", &ServedRun::why},
                                 OwnColumn{"version", &ServedRun::version},
                                 OwnColumn{"finished_utc", &ServedRun::finished_utc}};
constexpr std::string_view source_column = "source", seconds_column = "wall_s";

std::vector<std::string> own_names() {
  std::vector<std::string> names{std::string(source_column), std::string(seconds_column)};
  for (const OwnColumn& column : own_columns) names.emplace_back(column.name);
  return names;
}

bool has(const std::vector<std::string>& names, const std::string& name) {
  return std::find(names.begin(), names.end(), name) != names.end();
}

/// The only name that ends in ".load"; empty when there are none or several.
std::string only_ending(const std::vector<std::string>& names, const std::string& end) {
  std::string found;
  for (const std::string& name : names) {
    if (!name.ends_with("." + end)) continue;
    if (!found.empty()) return "";
    found = name;
  }
  return found;
}

/// The figure that is half of a run's own interval: "x.half_width_ns" of "x.mean_ns" and
/// "x.of_full_half_width_percent" of "x.of_full_percent".
std::string own_half_width(const std::string& name) {
  const std::size_t unit = name.rfind('_'), dot = name.rfind('.');
  if (unit == std::string::npos || (dot != std::string::npos && unit < dot)) return "";
  std::string stem = name.substr(0, unit);
  constexpr std::string_view mean = "mean";
  if (stem.ends_with(mean)) stem.resize(stem.size() - mean.size());
  if (!stem.ends_with('.') && !stem.empty()) stem += "_";
  return stem + "half_width" + name.substr(unit);
}

}  // namespace

Cell setting_cell(const std::string& text) {
  const auto number = parsed_number<double>(text);
  return number ? Cell(*number) : Cell(text);
}

RunColumn::RunColumn(const Snapshot& snapshot, std::string name, Kind kind)
    : snapshot_(&snapshot), name_(std::move(name)), kind_(kind), word_(snapshot.words.find(name_)) {
  if (kind_ != Kind::figure) return;
  over_seeds_ = snapshot.words.find(std::string(half_width_of) + name_);
  of_run_ = snapshot.words.find(own_half_width(name_));
}

Result<RunColumn> RunColumn::find(const Snapshot& snapshot, const std::string& name,
                                  const std::string& where) {
  std::vector<std::string> all = own_names();
  const std::vector<std::string>& settings = snapshot.settings;
  if (has(all, name)) return RunColumn(snapshot, name, Kind::own);
  if (has(settings, name)) return RunColumn(snapshot, name, Kind::setting);
  if (has(snapshot.figures, name)) return RunColumn(snapshot, name, Kind::figure);
  if (const std::string ending = only_ending(settings, name); !ending.empty())
    return RunColumn(snapshot, ending, Kind::setting);
  if (const std::string ending = only_ending(snapshot.figures, name); !ending.empty())
    return RunColumn(snapshot, ending, Kind::figure);
  all.insert(all.end(), settings.begin(), settings.end());
  all.insert(all.end(), snapshot.figures.begin(), snapshot.figures.end());
  const std::vector<std::string> near = nearest_names(name, all, 3);
  return Problem{where, fmt::format("no run has a setting or a figure \"{}\"", name),
                 near.empty() ? "" : fmt::format("did you mean {}?", fmt::join(near, ", "))};
}

Cell RunColumn::value(const ServedRun& run) const {
  if (kind_ == Kind::own) {
    if (name_ == source_column) return snapshot_->sources[run.source].path;
    if (name_ == seconds_column) return run.wall_s;
    for (const OwnColumn& column : own_columns)
      if (column.name == name_) return run.*column.text;
    return {};
  }
  if (kind_ == Kind::setting) {
    const auto value = run.setting(*word_);
    return value ? setting_cell(snapshot_->words.text(*value)) : Cell();
  }
  const auto value = run.figure(*word_);
  return value ? Cell(*value) : Cell();
}

std::optional<double> RunColumn::number(const ServedRun& run) const {
  const Cell cell = value(run);
  if (const auto number = number_in(cell)) return number;
  const auto quantity = plain_quantity(cell);
  return quantity ? std::optional(quantity->value) : std::nullopt;
}

std::optional<double> RunColumn::half_width(const ServedRun& run) const {
  if (over_seeds_)
    if (const auto half = run.figure(*over_seeds_)) return half;
  return of_run_ && run.members.size() == 1 ? run.figure(*of_run_) : std::nullopt;
}

}  // namespace ebb::inline tasks
