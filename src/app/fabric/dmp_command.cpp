#include <fmt/core.h>

#include <memory>

#include "app/fabric/fabric_commands.hpp"
#include "tasks/fabric/dmp_task.hpp"

namespace ebb::inline app {
namespace {

int ask(const DmpOptions& arguments) {
  const auto outcome = request_address(arguments);
  if (!outcome) return report_failure(outcome.problems());
  fmt::print("{}\n", text_of(*outcome, arguments.settings.interface));
  return succeeded;
}

}  // namespace

void add_dmp_command(Command& app, int& exit_code) {
  auto* command = app.add_subcommand(
      "dmp", "on a host: ask the switch for this interface's address and set it (see docs/howto/fabric.md)");
  add_examples(*command, {"ebb dmp eth0", "ebb dmp eth0 --only-ask"});
  const auto arguments = std::make_shared<DmpOptions>();
  command->add_option("INTERFACE", arguments->settings.interface, "that leads to the switch; it must be up")
      ->required();
  command->add_flag("--only-ask", arguments->only_ask, "print the switch's answer, change nothing");
  command
      ->add_option("--attempts", arguments->settings.attempts,
                   "give up after so many requests; the wait doubles from 0.25 s (6 by default: 16 s in all)")
      ->type_name("N")
      ->check(whole_number(1, 20));
  command->callback([arguments, &exit_code] { exit_code = ask(*arguments); });
}

}  // namespace ebb::inline app
