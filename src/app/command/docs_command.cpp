#include "app/command/docs_command.hpp"

#include <fmt/core.h>

#include "experiment/read/config_docs.hpp"

namespace ebb::inline app {

void add_docs_command(Command& app, int& /*exit_code*/) {
  auto* command = app.add_subcommand("docs", "print a page of docs/ that is written by the program");
  command->hide();
  command->require_subcommand();
  command->add_subcommand("config", "docs/reference/config.md")->callback([] {
    fmt::print("{}", config_docs());
  });
  add_examples(*command,
               {"python3 tests/check_generated_docs.py build/ebb --write   (brings all pages up to date)"});
}

}  // namespace ebb::inline app
