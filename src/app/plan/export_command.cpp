#include <fmt/core.h>

#include <memory>

#include "app/output/say.hpp"
#include "app/plan/plan_commands.hpp"
#include "tasks/plan/export_task.hpp"

namespace ebb::inline app {
namespace {

int do_export(const NetworkExportOptions& options) {
  const auto exported = export_file(options);
  if (!exported) return refuse(exported.problems());
  fmt::print("{}", exported->text);
  say("{}", exported->notice);
  return succeeded;
}

}  // namespace

void add_export_command(Command& app, int& exit_code) {
  auto* command = app.add_subcommand("export", "a network for other programs (see docs/howto/networks.md)");
  add_examples(
      *command,
      {"ebb export mine.toml --as graphml -o mine.graphml",
       "ebb export mine.toml --as svg --groups > mine.svg", "ebb export plan.toml --as cables > cables.csv",
       "ebb export plan.toml --as parts > parts.csv", "ebb export mine.toml --as mininet -o mine.py"});
  const auto options = std::make_shared<NetworkExportOptions>();
  command->add_option("FILE", options->file, "a TOML file with [topology]: a run, a plan")->required();
  command
      ->add_option(
          "--as", options->format,
          "graphml, dot, mininet, json (NetworkX's node-link data), svg; or as CSV: cables (each with its "
          "ends and length), parts (the bill of materials of a plan)")
      ->type_name("FORMAT")
      ->required();
  command->add_flag("--switches", options->switches, "only switches and the cables between them, no hosts");
  command->add_flag("--groups", options->groups,
                    "groups of switches (pods, groups of a dragonfly) and the number of cables between them");
  add_set_option(*command, options->settings);
  command->callback([options, &exit_code] { exit_code = do_export(*options); });
}

}  // namespace ebb::inline app
