#include "study/sweep/read_sweep.hpp"

#include "base/problem.hpp"
#include "config/node.hpp"
#include "experiment/read/configuration.hpp"
#include "experiment/read/settings.hpp"
#include "study/sweep/sweep_reader.hpp"

namespace ebb::inline study {

Result<SweepConfig> read_sweep(const std::string& path, const Settings& settings, SweepSection section) {
  auto file = Configuration::read(path, settings);
  if (!file) return file.problems();
  SweepConfig config;
  config.path = path;
  config.base = file->root();
  std::erase_if(config.base.entries, [](const auto& e) { return e.key == "sweep"; });
  Problems& problems = file->problems();
  if (const Node* sweep = file->root().find("sweep")) {
    read_sweep_section(*sweep, config, problems);
    if (problems.empty()) file->add_problems("sweep", config.settings.check());
    if (problems.empty()) fix_what_is_set(config, problems);
  } else if (section == SweepSection::required) {
    problems.push_back(
        {path, "has no [sweep] section", "see docs/howto/sweep.md; a single run is `ebb run`"});
  }
  Problems found = file->finish();
  if (!found.empty()) return found;
  return config;
}

}  // namespace ebb::inline study
