#include "app/run/rerun_command.hpp"

#include <fmt/core.h>

#include <memory>

#include "app/output/output_format.hpp"
#include "app/results/stored_choice.hpp"
#include "config/toml_file.hpp"
#include "experiment/run/program.hpp"
#include "study/record/run_record.hpp"
#include "study/record/stored_inputs.hpp"
#include "study/sweep/point_id.hpp"

namespace ebb::inline app {
namespace {

struct RerunArguments {
  StoreChoice stores;
  std::string id;
  OutputFormat output;
};

std::string why_different(const StoredRun& stored) {
  if (stored.version != program_version())
    return fmt::format("it was made by ebb {}, this is {}", stored.version, program_version());
  return "the program is the same: has a file that the configuration names changed?";
}

std::string verdict_text(const StoredRun& stored, bool same) {
  if (same)
    return fmt::format("the same digest as stored{}: the run was repeated to the bit\n",
                       stored.version == program_version() ? "" : ", by ebb " + stored.version);
  if (!stored.finished()) return fmt::format("the stored run had failed: {}\n", stored.why);
  return fmt::format("not the stored digest {}: {}\n", stored.digest, why_different(stored));
}

std::string outcome_text(const StoredRun& stored, const StoredRun& again, bool same, Format format) {
  if (format == Format::text) return again.summary + verdict_text(stored, same);
  Table table{.title = stored.id,
              .columns = {{"id", "id"},
                          {"stored_digest", "stored digest"},
                          {"digest", "digest"},
                          {"same", "same"},
                          {"stored_version", "stored by ebb"},
                          {"version", "ebb"},
                          {"verdict", "verdict"}},
              .rows = {}};
  table.add({stored.id, stored.digest, again.digest, same, stored.version, again.version, again.verdict});
  return render(table, format);
}

int do_rerun(const RerunArguments& arguments) {
  const auto runs = arguments.stores.read();
  if (!runs) return refuse(runs.problems());
  const auto stored = find_run(*runs, arguments.id);
  if (!stored) return refuse(stored.problems());
  if (stored->kind != "run")
    return refuse({{arguments.id, "is a search over several runs",
                    "`ebb results list` shows them; rerun one of those"}});
  auto root = parse_toml(stored->config, "run " + stored->id);
  if (!root) return refuse(root.problems());
  const auto folders = chosen_stores(arguments.stores.paths);
  if (folders) use_stored_inputs(*folders, contents_in(stored->config), *root);
  const auto again = run_to_record(stored->file, *root);
  if (!again) {
    refuse(again.problems());
    return failed;
  }
  const bool same = again->digest == stored->digest;
  arguments.output.print(outcome_text(*stored, *again, same, arguments.output.format()));
  return same ? succeeded : failed;
}

}  // namespace

void add_rerun_command(Command& app, int& exit_code) {
  auto* command =
      app.add_subcommand("rerun", "repeat a stored run and compare its digest (see docs/howto/sweep.md)");
  add_examples(*command, {"ebb rerun 3f2a", "ebb rerun 3f2a --store study.results"});
  const auto arguments = std::make_shared<RerunArguments>();
  command->add_option("ID", arguments->id, "the beginning of its id, from `ebb results list`")->required();
  arguments->stores.add_option(*command);
  arguments->output.add_options(*command);
  command->callback([arguments, &exit_code] { exit_code = do_rerun(*arguments); });
}

}  // namespace ebb::inline app
