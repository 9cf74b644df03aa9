#include "tasks/results/stored_cells.hpp"

#include <algorithm>
#include <set>

#include "results/named_figure.hpp"
#include "study/compare/over_seeds.hpp"

namespace ebb::inline tasks {

std::size_t id_length(const std::vector<StoredRun>& runs) {
  constexpr std::size_t short_id = 8;
  std::size_t length = short_id;
  for (std::set<std::string> seen; length < 16; ++length, seen.clear())
    if (std::all_of(runs.begin(), runs.end(),
                    [&](const auto& r) { return seen.insert(r.id.substr(0, length)).second; }))
      break;
  return length;
}

Cell value_named(const StoredRun& run, const std::string& name) {
  for (const StoredColumn& c : stored_columns)
    if (c.name == name) return name == "seed" && is_mean(run) ? Cell() : value_of(run, c);
  for (const NamedFigure& f : run.parameters)
    if (f.name == name) return f.value;
  return figure_named(run.figures, name);
}

}  // namespace ebb::inline tasks
