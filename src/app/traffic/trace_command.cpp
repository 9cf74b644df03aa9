#include <fmt/core.h>

#include <memory>

#include "app/command/time_option.hpp"
#include "app/traffic/trace_output.hpp"
#include "app/traffic/traffic_commands.hpp"
#include "tasks/traffic/convert_task.hpp"
#include "tasks/traffic/record_task.hpp"

namespace ebb::inline app {
namespace {

struct RecordArguments : TraceRecordOptions {
  std::string time_text;
  OutputFormat format;
};

int do_record(RecordArguments arguments) {
  if (!arguments.time_text.empty()) {
    const auto time = read_time_option(arguments.time_text);
    if (!time) return refuse(time.problems());
    arguments.time = *time;
  }
  return print_outcome(record_trace(arguments), arguments.format);
}

struct InfoArguments {
  std::string file;
  OutputFormat format;
};

int do_info(const InfoArguments& arguments) {
  const auto summary = trace_summary(arguments.file);
  if (!summary) return refuse(summary.problems());
  fmt::print("{}", render(*summary, arguments.format.format()));
  return succeeded;
}

struct ConvertArguments : TraceConvertOptions {
  OutputFormat format;
};

Command& add_subcommand(Command& trace, const std::string& name, const std::string& what,
                        const std::vector<std::string>& examples) {
  auto* command = trace.add_subcommand(name, what);
  add_examples(*command, examples);
  return *command;
}

void add_record(Command& trace, int& exit_code) {
  Command& command =
      add_subcommand(trace, "record", "write the messages of a run file's traffic; nothing is simulated",
                     {"ebb trace record examples/run-search.toml --time 5ms -o search.ebbtrace"});
  const auto arguments = std::make_shared<RecordArguments>();
  command.add_option("FILE", arguments->file, "a run: a TOML file like those under examples/")->required();
  add_target_options(command, arguments->target, arguments->format, "the trace to write");
  add_set_option(command, arguments->settings);
  add_time_option(command, arguments->time_text, "how much of it; [run] most_time by default");
  command.callback([arguments, &exit_code] { exit_code = do_record(*arguments); });
}

void add_info(Command& trace, int& exit_code) {
  Command& command = add_subcommand(trace, "info", "check a trace from end to end, and print what it holds",
                                    {"ebb trace info search.ebbtrace"});
  const auto arguments = std::make_shared<InfoArguments>();
  command
      .add_option("TRACE", arguments->file,
                  "a trace, a Chakra file of one rank (NAME.0.et), or a workload of SimAI (NAME.txt)")
      ->required();
  arguments->format.add_options(command);
  command.callback([arguments, &exit_code] { exit_code = do_info(*arguments); });
}

void add_convert(Command& trace, int& exit_code) {
  Command& command = add_subcommand(
      trace, "convert",
      "a CSV, GOAL, Chakra or SimAI file to a trace, or a trace to CSV or GOAL (see docs/howto/traces.md)",
      {"ebb trace convert mine.csv -o mine.ebbtrace", "ebb trace convert search.ebbtrace -o search.csv",
       "ebb trace convert job.goal -o job.ebbtrace", "ebb trace convert step.0.et -o step.ebbtrace",
       "ebb trace convert workload.txt -o step.ebbtrace"});
  const auto arguments = std::make_shared<ConvertArguments>();
  command
      .add_option(
          "IN", arguments->file,
          "a CSV file, a GOAL file (its name ends in .goal), a Chakra file of one rank "
          "(NAME.0.et; the others are found beside it), a workload of SimAI (its name ends in .txt), or a "
          "trace")
      ->required();
  add_target_options(command, arguments->target, arguments->format,
                     "what to write: CSV or GOAL when the name ends in .csv or .goal, else a trace");
  command.add_option("--hosts", arguments->hosts,
                     "hosts of the trace, when some of them never send or receive");
  command.add_option("--ranks", arguments->ranks,
                     "of Chakra and SimAI: so many ranks all execute this one file");
  command
      .add_option(
          "--collectives", arguments->collectives,
          "of Chakra and SimAI: how collective calls send: " + names_of_collectives() + " (ring by default)")
      ->type_name("NAME");
  command.add_option("--per-server", arguments->per_server,
                     "of hierarchical collectives: consecutive ranks in a server (8 by default)");
  command.add_option("--skew", arguments->skew,
                     "of all-to-all: the first member gets 1 + SKEW times the mean, the last 1 - SKEW times");
  command.callback(
      [arguments, &exit_code] { exit_code = print_outcome(convert_trace(*arguments), arguments->format); });
}

}  // namespace

void add_trace_command(Command& app, int& exit_code) {
  auto* command = app.add_subcommand("trace", "record, make, inspect and convert traces of traffic");
  command->require_subcommand();
  add_record(*command, exit_code);
  add_trace_make(*command, exit_code);
  add_info(*command, exit_code);
  add_convert(*command, exit_code);
}

}  // namespace ebb::inline app
