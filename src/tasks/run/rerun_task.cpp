#include "tasks/run/rerun_task.hpp"

#include <fmt/core.h>

#include "config/toml_file.hpp"
#include "experiment/run/program.hpp"
#include "study/record/run_record.hpp"
#include "study/record/stored_inputs.hpp"
#include "study/sweep/point_id.hpp"

namespace ebb::inline tasks {
namespace {

std::string why_different(const StoredRun& stored) {
  if (stored.version != program_version())
    return fmt::format("it was made by ebb {}, this is {}", stored.version, program_version());
  return "the program is the same: has a file that the configuration names changed?";
}

std::string verdict_text(const StoredRun& stored, bool same) {
  if (same)
    return fmt::format("the same digest as stored{}: the run was repeated to the bit",
                       stored.version == program_version() ? "" : ", by ebb " + stored.version);
  if (!stored.finished()) return fmt::format("the stored run had failed: {}", stored.why);
  return fmt::format("not the stored digest {}: {}", stored.digest, why_different(stored));
}

}  // namespace

Problems check_repeatable(const StoredRun& stored, const std::string& id) {
  if (stored.kind != "run")
    return {{id, "is a search over several runs", "`ebb results list` shows them; rerun one of those"}};
  const auto root = parse_toml(stored.config, "run " + stored.id);
  return root ? Problems{} : root.problems();
}

Result<RepeatedRun> repeat_run(const StoredRun& stored, const std::vector<std::string>& stores) {
  if (Problems problems = check_repeatable(stored, stored.id); !problems.empty()) return problems;
  auto root = parse_toml(stored.config, "run " + stored.id);
  use_stored_inputs(stores, contents_in(stored.config), *root);
  auto again = run_to_record(stored.file, *root);
  if (!again) return again.problems();
  const bool is_same = again->digest == stored.digest;
  return RepeatedRun{std::move(*again), is_same, verdict_text(stored, is_same)};
}

}  // namespace ebb::inline tasks
