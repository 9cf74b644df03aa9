#include "app/fabric/dmp_command.hpp"

#include <fmt/core.h>
#include <linux/capability.h>

#include <memory>

#include "fabric/dmp/dmp_client.hpp"

namespace ebb::inline app {
namespace {

struct DmpArguments {
  DmpSettings settings;
  bool only_ask = false;
};

int ask(const DmpArguments& arguments) {
  keep_only_capabilities({CAP_NET_RAW, CAP_NET_ADMIN});
  const auto outcome =
      arguments.only_ask ? ask_for_address(arguments.settings) : take_address(arguments.settings);
  if (!outcome) {
    refuse(outcome.problems());
    return failed;
  }
  fmt::print("{}\n", text_of(*outcome, arguments.settings.interface));
  return succeeded;
}

}  // namespace

void add_dmp_command(Command& app, int& exit_code) {
  auto* command = app.add_subcommand(
      "dmp", "on a host: ask the switch for this interface's address and set it (see docs/howto/fabric.md)");
  add_examples(*command, {"ebb dmp eth0", "ebb dmp eth0 --only-ask"});
  const auto arguments = std::make_shared<DmpArguments>();
  command->add_option("INTERFACE", arguments->settings.interface, "that leads to the switch; it must be up")
      ->required();
  command->add_flag("--only-ask", arguments->only_ask, "say what the switch answers, and change nothing");
  command
      ->add_option("--attempts", arguments->settings.attempts,
                   "give up after so many requests; the wait doubles from 0.25 s (6 by default: 16 s in all)")
      ->type_name("N")
      ->check(whole_number(1, 20));
  command->callback([arguments, &exit_code] { exit_code = ask(*arguments); });
}

}  // namespace ebb::inline app
