#include "app/command_line.hpp"

#include "app/catalogue_command.hpp"
#include "app/topologies.hpp"

namespace ebb {

int run_command_line(int argc, const char* const* argv) {
  CLI::App app{"ebb: networks whose power follows their traffic", "ebb"};
  app.require_subcommand(1);
  int exit_code = 0;
  add_catalogue_command(app, exit_code, "topology", "topologies",
                        {catalogue_section("topology", topologies())});
  try {
    app.parse(argc, argv);
  } catch (const CLI::ParseError& e) {
    return app.exit(e);
  }
  return exit_code;
}

}  // namespace ebb
