#include "app/results/stored_choice.hpp"

#include "app/output/say.hpp"

namespace ebb::inline app {

void StoreChoice::add_option(Command& command) {
  command.add_option("--store", paths, "where the results are; else every *.results folder here; repeatable")
      ->type_name("DIR")
      ->allow_extra_args(false);
}

Result<std::vector<StoredRun>> StoreChoice::read() const {
  Damage damage;
  auto runs = read_runs(paths, damage);
  if (!damage.problems.empty()) say("{}", to_text(damage.problems));
  return runs;
}

}  // namespace ebb::inline app
