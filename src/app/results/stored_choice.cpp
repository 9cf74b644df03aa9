#include "app/results/stored_choice.hpp"

#include <fmt/format.h>

#include "app/command/command.hpp"
#include "app/output/say.hpp"

namespace ebb::inline app {

void StoreChoice::add_option(Command& command) {
  command.add_option("--store", paths, "where the results are; else every *.results folder here; repeatable")
      ->type_name("DIR")
      ->allow_extra_args(false);
}

Result<std::vector<std::string>> StoreChoice::stores() const {
  std::vector<std::string> stores = paths.empty() ? stores_here() : paths;
  if (stores.empty())
    return Problem{"--store", "there are no results in this folder (*.results)",
                   "go where `ebb sweep` was called, or name the folder: --store DIR"};
  return stores;
}

Result<std::vector<StoredRun>> StoreChoice::read() const {
  const auto chosen = stores();
  if (!chosen) return chosen.problems();
  Damage damage;
  auto runs = read_stores(*chosen, damage);
  if (!damage.problems.empty()) say("{}", to_text(damage.problems));
  return runs;
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

}  // namespace ebb::inline app
