#include <memory>

#include "app/command/count_option.hpp"
#include "app/command/report_option.hpp"
#include "app/output/output_format.hpp"
#include "app/run/run_commands.hpp"
#include "base/problem.hpp"
#include "report/document/render.hpp"
#include "report/page/agreement_document.hpp"
#include "tasks/run/why_task.hpp"

namespace ebb::inline app {
namespace {

/// Lines that a terminal shows by default.
constexpr std::uint64_t usual_lines = 20, usual_channels = 10;

struct WhyArguments {
  WhyOptions options;
  std::string against, trace, report;
  std::string limit;  ///< as typed
  OutputFormat output;

  Problems check_limit() const {
    if (limit.empty()) return {};
    const auto typed = read_count_option("--limit", limit, "50");
    return typed ? Problems{} : typed.problems();
  }
  /// All formats but text have all lines unless --limit is given.
  std::uint64_t lines(std::uint64_t usual) const {
    const auto typed = read_count_option("--limit", limit, "50");
    return typed ? *typed : output.format() == Format::text ? usual : UINT64_MAX;
  }
};

/// Compares the decisions with those of another file.
int do_compare(const WhyArguments& arguments) {
  if (Problems problems = arguments.check_limit(); !problems.empty()) return refuse(problems);
  if (Problems problems = check_report(arguments.report); !problems.empty()) return refuse(problems);
  const auto compared = compare_decisions(arguments.options.file, arguments.against, arguments.trace);
  if (!compared) return refuse(compared.problems());
  const auto& [ours, theirs, agreement, load] = *compared;
  arguments.output.print(
      render_agreement(agreement, ours, theirs, arguments.lines(usual_channels), arguments.output.format()));
  if (arguments.report.empty()) return succeeded;
  const Problems problems = write_report(arguments.report, agreement_document(agreement, ours, theirs, load));
  return problems.empty() ? succeeded : refuse(problems);
}

int do_why(const WhyArguments& arguments) {
  if (!arguments.against.empty()) return do_compare(arguments);
  const auto answer = explain_decisions(arguments.options);
  Problems problems = answer ? Problems{} : answer.problems();
  for (const Problem& p : arguments.check_limit()) problems.push_back(p);
  if (!problems.empty()) return refuse(problems);
  arguments.output.print(render_why(*answer, arguments.lines(usual_lines), arguments.lines(usual_channels),
                                    arguments.output.format()));
  return succeeded;
}

}  // namespace

void add_why_command(Command& app, int& exit_code) {
  auto* command =
      app.add_subcommand("why", "read why channels changed their rates (see docs/howto/compare-policies.md)");
  add_examples(*command, {"ebb run mine.toml --decisions mine.why", "ebb why mine.why",
                          "ebb why mine.why --channel \"switch 3 -> switch 7\" --between 20us 50us",
                          "ebb why mine.why --channel \"host 12\" --at 35us",
                          "ebb why mine.why --reason queued --csv", "ebb why lab.why --against simulated.why",
                          "ebb why lab.why --against simulated.why --trace lab.ebbtrace --report twin.html"});
  const auto arguments = std::make_shared<WhyArguments>();
  command
      ->add_option("FILE", arguments->options.file,
                   "decisions, written by `ebb run` or `ebb agent` with --decisions FILE")
      ->required();
  auto* against = command
                      ->add_option("--against", arguments->against,
                                   "how well the decisions agree with those of this file: an agent's and a "
                                   "simulation's, channel by channel")
                      ->type_name("FILE");
  add_report_option(*command, arguments->report)->needs(against);
  command
      ->add_option("--trace", arguments->trace,
                   "what hosts sent meanwhile, written by `ebb agent --record`: the load on the page")
      ->type_name("FILE")
      ->needs(against);
  command
      ->add_option(
          "--channel", arguments->options.channel,
          "only this channel: its number, \"switch 3 -> switch 7\", \"switch 3 port 5\", \"host 12\" "
          "(what leaves it) or \"-> host 12\"")
      ->type_name("C")
      ->excludes(against);
  auto* at = command
                 ->add_option("--at", arguments->options.at,
                              "the rate that the channel requested at this moment, and since which "
                              "decision; without --channel, how many requested which rate")
                 ->type_name("TIME")
                 ->excludes(against);
  command->add_option("--between", arguments->options.between, "only decisions between these two moments")
      ->type_name("FROM TO")
      ->expected(2)
      ->excludes(at)
      ->excludes(against);
  command
      ->add_option("--reason", arguments->options.reason, "only decisions whose reason has this text in it")
      ->type_name("TEXT")
      ->excludes(at)
      ->excludes(against);
  command
      ->add_option("--limit", arguments->limit,
                   "most lines to show; else 20 decisions or 10 channels, and everything in --json and --csv")
      ->type_name("N");
  arguments->output.add_options(*command);
  command->callback([arguments, &exit_code] { exit_code = do_why(*arguments); });
}

}  // namespace ebb::inline app
