#include <fmt/core.h>

#include <memory>

#include "app/command/command_tree.hpp"
#include "app/command/report_option.hpp"
#include "app/output/output_format.hpp"
#include "app/results/results_commands.hpp"
#include "app/results/results_option.hpp"
#include "base/problem.hpp"
#include "tasks/results/report_task.hpp"

namespace ebb::inline app {
namespace {

struct ReportArguments {
  std::vector<std::string> results, stores;
  std::string file;
  OutputFormat output;
};

int do_report(const ReportArguments& arguments) {
  if (Problems problems = check_report(arguments.file); !problems.empty()) return refuse(problems);
  const auto document = make_report(arguments.results);
  if (!document) return refuse(document.problems());
  if (arguments.file.empty()) {
    arguments.output.print(render(*document, arguments.output.format()));
    return succeeded;
  }
  const Problems problems = write_report(arguments.file, *document);
  return problems.empty() ? succeeded : report_failure(problems);
}

}  // namespace

void add_report_command(Command& app, int& exit_code) {
  auto* command =
      app.add_subcommand("report", "results as one HTML page with charts (see docs/howto/report.md)");
  add_examples(*command, {"ebb report results/first -o first.html",
                          "ebb report results/full results/halved -o both.html   (in the same charts)",
                          "ebb report study.results -o study.html",
                          "ebb report results/first --markdown                   (texts and tables only)"});
  const auto arguments = std::make_shared<ReportArguments>();
  command->add_option(
      "RESULTS", arguments->results,
      "folders of `ebb run -o` or `ebb reproduce -o`, a store, or printed JSON of plans or policies");
  add_store_of_results(*command, arguments->stores);
  command->add_option("-o,--output", arguments->file, "the page; without it the report is printed as text")
      ->type_name("FILE");
  arguments->output.add_options(*command);
  command->callback([arguments, &exit_code] {
    add_to_results(arguments->stores, arguments->results);
    if (arguments->results.empty()) Command::refuse_without("RESULTS (or --store DIR)");
    exit_code = do_report(*arguments);
  });
}

}  // namespace ebb::inline app
