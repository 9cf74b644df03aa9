#include <chrono>
#include <memory>
#include <thread>

#include "app/command/command_tree.hpp"
#include "app/output/ending.hpp"
#include "app/output/say.hpp"
#include "app/results/results_commands.hpp"
#include "app/results/results_option.hpp"
#include "base/problem.hpp"
#include "tasks/serve/page_server.hpp"

namespace ebb::inline app {
namespace {

constexpr int highest_port = 65'535;

int do_serve(const ServeOptions& options) {
  let_pipes_break();
  stop_by_signals();
  const auto page = PageServer::start(options);
  if (!page) return refuse(page.problems());
  say("page: {}\n", (*page)->address());
  while (!interrupted) std::this_thread::sleep_for(std::chrono::milliseconds(50));
  return succeeded;
}

}  // namespace

void add_serve_command(Command& app, int& exit_code) {
  auto* command =
      app.add_subcommand("serve", "a page over stored runs, on this machine only (see docs/howto/report.md)");
  add_examples(*command, {"ebb serve                   (everything in this folder)",
                          "ebb serve study.results results/first"});
  struct Arguments {
    ServeOptions options;
    std::vector<std::string> stores;
  };
  const auto arguments = std::make_shared<Arguments>();
  command->add_option("RESULTS", arguments->options.paths,
                      "stores, folders of `ebb run -o`, or folders that hold such; none: this folder");
  add_store_of_results(*command, arguments->stores);
  command->add_option("--port", arguments->options.port, "on 127.0.0.1; 0, or none: any free one")
      ->type_name("PORT")
      ->check(whole_number(0, highest_port));
  command->callback([arguments, &exit_code] {
    add_to_results(arguments->stores, arguments->options.paths);
    exit_code = do_serve(arguments->options);
  });
}

}  // namespace ebb::inline app
