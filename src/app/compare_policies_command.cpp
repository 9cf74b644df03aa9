#include "app/compare_policies_command.hpp"

#include <fmt/core.h>

#include <algorithm>
#include <fstream>
#include <memory>
#include <nlohmann/json.hpp>
#include <sstream>

#include "app/command.hpp"
#include "app/live_study.hpp"
#include "app/output_format.hpp"
#include "app/replay_option.hpp"
#include "app/report_option.hpp"
#include "app/say.hpp"
#include "experiment/program.hpp"
#include "report/page/study_documents.hpp"
#include "report/policy_report.hpp"
#include "study/compare_policies.hpp"
#include "study/side_by_side.hpp"

namespace ebb::inline app {
namespace {

struct CompareArguments {
  std::string file, report;
  std::vector<std::string> settings;
  std::string replay;
  std::size_t jobs = 0;
  bool quiet = false, live = false;
  OutputFormat output;
};

/// The file as the user wrote it: with --set it is not all that went in.
std::string file_text(const std::string& path) {
  std::ifstream in(path, std::ios::binary);
  std::ostringstream text;
  text << in.rdbuf();
  return text.str();
}

void show(LiveStudy& page, const PolicyComparison& so_far, const std::string& title) {
  const auto run = std::count_if(so_far.points.begin(), so_far.points.end(),
                                 [](const PolicyPoint& point) { return point.verdict.has_value(); });
  page.progress(fmt::format("{} of {} policies done", run, so_far.policies),
                static_cast<double>(run) / static_cast<double>(so_far.policies), "");
  page.charts(policy_charts(json_rows(policy_table(so_far, title))));
}

int do_compare(const CompareArguments& arguments) {
  if (Problems problems = check_report(arguments.report); !problems.empty()) return refuse(problems);
  CompareHooks hooks;
  hooks.jobs = arguments.jobs > 0 ? arguments.jobs : cores_of_machine();
  hooks.note = [](const std::string& note) { say("{}\n", note); };
  if (!arguments.quiet)
    hooks.finished = [](const std::string& policy, Verdict verdict) {
      say("{}: {}\n", policy, name_of(verdict));
    };
  LiveStudy page;
  if (arguments.live) {
    if (Problems problems = page.start(arguments.file); !problems.empty()) return refuse(problems);
    hooks.so_far = [&](const PolicyComparison& so_far) { show(page, so_far, arguments.file); };
  }
  let_pipes_break();
  const auto comparison =
      compare_policies(arguments.file, with_replay(arguments.settings, arguments.replay), hooks);
  page.end(comparison ? "All policies are done." : "It failed; the terminal says why.");
  if (!comparison) return refuse(comparison.problems());
  const Table table = policy_table(*comparison, arguments.file);
  Problems problems;
  if (!arguments.report.empty())
    problems = write_report(
        arguments.report,
        policies_document(arguments.file, json_rows(table), file_text(arguments.file), program_version()));
  if (!problems.empty()) refuse(problems);
  end_with_the_reader();
  arguments.output.print(render(table, arguments.output.format()));
  return problems.empty() ? succeeded : failed;
}

}  // namespace

void add_compare_policies_command(Command& app, int& exit_code) {
  auto* command = app.add_subcommand(
      "compare-policies", "one run under many power policies: energy against latency (docs/energy.md)");
  add_examples(*command, {"ebb compare-policies examples/run-halve-double.toml",
                          "ebb compare-policies mine.toml --set control.wake=1us --csv"});
  const auto arguments = std::make_shared<CompareArguments>();
  command->add_option("FILE", arguments->file, "a run, with the policies as [[compare]] or one of each kind")
      ->required();
  add_set_option(*command, arguments->settings);
  add_replay_option(*command, arguments->replay);
  add_report_option(*command, arguments->report);
  command->add_option("--jobs", arguments->jobs, "runs at a time; default: as many as there are cores")
      ->type_name("N")
      ->check(whole_number(1, 1024));
  command->add_flag("--live", arguments->live,
                    "serve a page that shows each policy as it is done, on this machine only");
  command->add_flag("-q,--quiet", arguments->quiet, "do not say which runs are done");
  arguments->output.add_options(*command);
  command->callback([arguments, &exit_code] { exit_code = do_compare(*arguments); });
}

}  // namespace ebb::inline app
