#include <fmt/core.h>

#include <algorithm>
#include <memory>

#include "app/command/report_option.hpp"
#include "app/output/output_format.hpp"
#include "app/output/say.hpp"
#include "app/study/study_commands.hpp"
#include "base/problem.hpp"
#include "tasks/study/reproduce_task.hpp"

namespace ebb::inline app {
namespace {

struct Request {
  ReproduceOptions options{.names = {}, .effort = {.quick = false, .quiet = false}};
  OutputFormat output;
  std::string folder, report;
};

/// Writes all outputs besides the terminal.
Problems keep(const Request& request, const ReproducedNumbers& numbers) {
  Problems problems;
  if (!request.report.empty())
    problems = write_report(request.report, reproduction_report(numbers, request.options));
  if (request.folder.empty()) return problems;
  for (Problem& p : written_or_rescued(request.folder, reproduction_files(numbers)))
    problems.push_back(std::move(p));
  return problems;
}

/// Finds what is wrong before long work.
Problems check_request(const Request& request) {
  if (const auto chosen = chosen_reproductions(request.options.names); !chosen) return chosen.problems();
  if (Problems problems = check_report(request.report); !problems.empty()) return problems;
  return request.folder.empty() ? Problems{} : check_results_folder(request.folder);
}

int reproduce(const Request& request) {
  const auto& names = request.options.names;
  if (std::find(names.begin(), names.end(), "list") != names.end()) {
    request.output.print(render(reproductions_table(), request.output.format()));
    return succeeded;
  }
  if (Problems problems = check_request(request); !problems.empty()) return refuse(std::move(problems));
  let_pipes_break();
  const auto numbers = reproduce_numbers(request.options, [](const Reproduction& r, const Problems& lacks) {
    say("{} was skipped, because this machine lacks something for it\n{}", r.name, to_text(lacks));
  });
  if (!numbers) return refuse(numbers.problems());
  if (numbers->all.empty()) return failed;  // nothing was reproduced; stderr has the reason
  const Problems problems = keep(request, *numbers);
  if (!problems.empty()) refuse(problems);
  end_with_the_reader();
  request.output.print(render(*numbers, request.output.format()));
  return problems.empty() ? succeeded : failed;
}

}  // namespace

void add_reproduce_command(Command& app, int& exit_code) {
  auto* command = app.add_subcommand("reproduce", "compute the founding papers' numbers again, side by side");
  add_examples(*command, {"ebb reproduce list", "ebb reproduce abts-table1",
                          "ebb reproduce abts-fig8 --quick", "ebb reproduce computed --json"});
  const auto request = std::make_shared<Request>();
  command
      ->add_option("NAME", request->options.names,
                   "`list`, `all`, `computed` (seconds), `simulated` (minutes), `real` (needs root), or\n"
                   "names as `ebb reproduce list` prints them")
      ->required();
  command->add_flag("--quick", request->options.effort.quick,
                    "simulate a small network for a short time instead of the paper's");
  command->add_flag("-q,--quiet", request->options.effort.quiet, "show no progress");
  command->add_option("-o,--output", request->folder, "write the rows into this new folder as well");
  add_report_option(*command, request->report);
  request->output.add_options(*command);
  command->callback([request, &exit_code] { exit_code = reproduce(*request); });
}

}  // namespace ebb::inline app
