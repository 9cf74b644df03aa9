#include <fmt/core.h>
#include <unistd.h>

#include <memory>

#include "app/output/output_format.hpp"
#include "app/output/status_line.hpp"
#include "app/plan/plan_commands.hpp"
#include "tasks/plan/size_options.hpp"
#include "tasks/plan/size_task.hpp"

namespace ebb::inline app {
namespace {

struct SizeArguments : SizeOptions {
  std::int64_t row = 0;  ///< to print as a plan file; 0: print the table
  OutputFormat output;
};

/// The search shows on a terminal which family it is at: with 128 ports some take a second.
Result<SizedNetworks> watched_search(const SizeArguments& arguments) {
  StatusLine line(isatty(STDERR_FILENO) == 0);
  return find_networks(arguments, [&](const std::string& family) { line.print("searching " + family); });
}

int size(const SizeArguments& arguments) {
  const auto sized = watched_search(arguments);
  if (!sized) return refuse(sized.problems());
  if (arguments.row == 0) {
    arguments.output.print(render_sizes(sized->result, arguments.output.format()));
    return sized->result.networks.empty() ? failed : succeeded;
  }
  const auto file = plan_file_of(*sized, arguments.row);
  if (!file) return refuse(file.problems());
  fmt::print("{}", *file);
  return succeeded;
}

}  // namespace

Command* add_plan_size(Command& plan, int& exit_code) {
  auto* command = plan.add_subcommand("size", "networks of a switch for a number of hosts, side by side");
  add_examples(*command, {"ebb plan size --hosts 16384 --switch nvidia-sn5600",
                          "ebb plan size --hosts 1024 --switch wedge-100 --bisection 0.5 --sort switches",
                          "ebb plan size --hosts 1024 --switch abts-switch --toml 1 > plan.toml"});
  const auto arguments = std::make_shared<SizeArguments>();
  command->add_option("--hosts", arguments->hosts, "least number of hosts")->type_name("N")->required();
  command->add_option("--switch", arguments->switch_device, "a device, as `ebb device list` names it")
      ->type_name("DEVICE")
      ->required();
  command
      ->add_option("--bisection", arguments->bisection,
                   "fraction of uniform traffic that it carries: full, or a number like 0.5")
      ->type_name("SHARE");
  command->add_option("--levels", arguments->levels, "levels of a folded Clos: 2 to 4, or a range like 2-3")
      ->type_name("LEVELS");
  command
      ->add_option("--rate", arguments->rate, "rate of every channel; by default the fastest of the switch")
      ->type_name("RATE");
  command
      ->add_option("--sort", arguments->order, "order: power, switches, cables, capex, diameter or bisection")
      ->type_name("WHAT");
  command->add_option("--toml", arguments->row, "print this row as a plan file instead")->type_name("ROW");
  add_set_option(*command, arguments->settings);
  arguments->output.add_options(*command);
  command->callback([arguments, &exit_code] { exit_code = size(*arguments); });
  return command;
}

}  // namespace ebb::inline app
