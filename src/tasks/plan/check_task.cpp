#include "tasks/plan/check_task.hpp"

#include "tasks/plan/check_sweep.hpp"

namespace ebb::inline tasks {

Result<CheckResult> check_file(const CheckOptions& options) {
  auto file = Configuration::read(options.file, options.settings);
  if (!file) return file.problems();
  if (file->root().find("sweep")) return check_sweep(options.file, options.settings);
  return check_configuration(std::move(*file));
}

}  // namespace ebb::inline tasks
