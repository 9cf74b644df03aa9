// Which stores are read, and which runs ids select (results_task.hpp).
#include <fmt/format.h>

#include <algorithm>

#include "base/problem.hpp"
#include "base/result.hpp"
#include "store/store.hpp"
#include "store/stored_run.hpp"
#include "tasks/results/results_task.hpp"

namespace ebb::inline tasks {

Result<std::vector<std::string>> chosen_stores(std::vector<std::string> stores) {
  if (stores.empty()) stores = stores_here();
  if (stores.empty())
    return Problem{"--store", "there are no results in this folder (*.results)",
                   "go where `ebb sweep` was called, or name the folder: --store DIR"};
  return stores;
}

Result<std::vector<StoredRun>> read_runs(const std::vector<std::string>& stores, Damage& damage) {
  const auto chosen = chosen_stores(stores);
  if (!chosen) return chosen.problems();
  return read_stores(*chosen, damage);
}

Result<StoredRun> find_run(const std::vector<StoredRun>& runs, const std::string& beginning) {
  if (beginning.empty())
    return Problem{"ID", "is empty", "give the beginning of an id: `ebb results list` shows them"};
  std::vector<const StoredRun*> found;
  for (const StoredRun& run : runs)
    if (run.id.starts_with(beginning)) found.push_back(&run);
  if (found.empty())
    return Problem{beginning, fmt::format("is the beginning of none of the {} stored ids", runs.size()),
                   "`ebb results list` shows them"};
  if (found.size() > 1)
    return Problem{beginning,
                   fmt::format("is the beginning of {} ids: {}, {}{}", found.size(), found[0]->id,
                               found[1]->id, found.size() > 2 ? ", …" : ""),
                   "give more digits"};
  return *found.front();
}

Result<std::vector<StoredRun>> find_runs(const std::vector<StoredRun>& runs,
                                         const std::vector<std::string>& ids) {
  Problems problems;
  std::vector<StoredRun> found;
  for (const std::string& id : ids) {
    auto run = find_run(runs, id);
    if (run)
      found.push_back(std::move(*run));
    else
      problems.insert(problems.end(), run.problems().begin(), run.problems().end());
  }
  if (!problems.empty()) return problems;
  return found;
}

}  // namespace ebb::inline tasks
