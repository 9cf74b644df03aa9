#include "app/traffic/trace_command.hpp"

#include <fmt/core.h>

#include <array>
#include <filesystem>
#include <fstream>
#include <memory>

#include "app/command/time_option.hpp"
#include "app/output/say.hpp"
#include "app/traffic/trace_make.hpp"
#include "app/traffic/trace_output.hpp"
#include "experiment/read/traffic_input.hpp"
#include "traffic/job/rehearsal.hpp"
#include "traffic/trace/goal_text.hpp"
#include "traffic/trace/trace_text.hpp"

namespace ebb::inline app {
namespace {

struct TraceArguments : TraceOutput {
  std::string file, time;
  std::vector<std::string> settings;
  std::int64_t hosts = 0;
};

bool is_goal(const std::string& path) { return std::filesystem::path(path).extension() == ".goal"; }

int do_record(const TraceArguments& arguments) {
  if (Problems problems = arguments.check(); !problems.empty()) return refuse(problems);
  const auto input = read_traffic_input(arguments.file, arguments.settings);
  if (!input) return refuse(input.problems());
  const TrafficInput& in = **input;
  auto time = Result<Picoseconds>(in.most_time);
  if (!arguments.time.empty()) time = read_time_option(arguments.time);
  if (!time) return refuse(time.problems());
  TraceWriter writer(arguments.out, arguments.existing());
  if (Problems problems = rehearse(*in.traffic, in.network, in.cutting, in.seed, *time,
                                   [&](const SentMessage& m) { writer.add(m); });
      !problems.empty())
    return report_failure(problems);
  const auto totals = writer.finish(in.network.hosts, *time);
  if (!totals) return report_failure(totals.problems());
  return show_trace(arguments.out, arguments.format);
}

/// Refuses a pipe or a device, which may never end.
Problems check_regular(const std::string& path) {
  std::error_code error;
  if (!std::filesystem::exists(path, error) || std::filesystem::is_regular_file(path, error)) return {};
  return {{path, "is no regular file", "save what it gives to a file, and name that"}};
}

int from_text(const TraceArguments& arguments) {
  if (Problems problems = check_regular(arguments.file); !problems.empty()) return refuse(problems);
  std::ifstream in(arguments.file, std::ios::binary);
  if (!in) return refuse({{arguments.file, "cannot be read", "name a CSV file or a trace"}});
  std::array<char, file_head_size> head{};
  in.read(head.data(), head.size());
  if (std::string_view(head.data(), trace_kind.magic.size()) == trace_kind.magic)
    return refuse(
        {{"-o", "names no CSV file, but a trace can only become one", "for example: -o trace.csv"}});
  in.clear();
  TraceWriter writer(arguments.out, arguments.existing(), form_of_text(in));
  TraceExtent extent;
  if (Problems problems = read_trace_text(in, arguments.file, writer, extent); !problems.empty())
    return refuse(problems);
  if (!extent.names.empty())
    return refuse(
        {{arguments.file,
          fmt::format("names its hosts (\"{}\"), but a trace has numbers only", extent.names[0]),
          "name the CSV file itself in [traffic] workload: its names are looked up in the network"}});
  const auto hosts = std::max(extent.hosts, static_cast<std::uint32_t>(arguments.hosts));
  const auto totals = writer.finish(hosts, extent.length);
  if (!totals) return report_failure(totals.problems());
  if (!extent.is_counted)
    say("{} does not say how many messages it has, so nobody would see that it was cut off; `# "
        "messages={}` as its last line says so\n",
        arguments.file, totals->messages);
  return show_trace(arguments.out, arguments.format);
}

int from_goal(const TraceArguments& arguments) {
  if (Problems problems = check_regular(arguments.file); !problems.empty()) return refuse(problems);
  std::ifstream in(arguments.file, std::ios::binary);
  if (!in) return refuse({{arguments.file, "cannot be read", "name a GOAL file"}});
  auto job = read_goal(in, arguments.file);
  if (!job) return refuse(job.problems());
  return write_job(*job, arguments);
}

int to_goal(const TraceFile& trace, const TraceArguments& arguments) {
  if (!trace.is_job())
    return refuse({{arguments.file, "is no job: its messages do not wait for each other",
                    "a GOAL file says who waits for whom; write CSV instead: -o trace.csv"}});
  const auto job = Job::load(trace);
  if (!job) return refuse(job.problems());
  WholeFile out(arguments.out, arguments.existing());
  out.write(goal_text(**job));
  if (const std::string& wrong = out.finish(); !wrong.empty())
    return report_failure({{arguments.out, "cannot be written: " + wrong, "choose another place with -o"}});
  return succeeded;
}

int print_as_text(const TraceArguments& arguments) {
  const auto trace = TraceFile::open(arguments.file);
  if (!trace) return refuse(trace.problems());
  if (is_goal(arguments.out)) return to_goal(**trace, arguments);
  WholeFile out(arguments.out, arguments.existing());
  if (Problems problems = write_trace_text(**trace, out, arguments.out); !problems.empty()) {
    refuse(problems);
    return failed;
  }
  return succeeded;
}

int do_convert(const TraceArguments& arguments) {
  std::error_code error;
  if (std::filesystem::equivalent(arguments.file, arguments.out, error))
    return refuse({{"-o", "is the file that is read", "choose another name"}});
  if (Problems problems = arguments.check(); !problems.empty()) return refuse(problems);
  if (arguments.hosts < 0 || arguments.hosts >= no_id)
    return refuse({{"--hosts", fmt::format("is {}, which is no number of hosts", arguments.hosts), ""}});
  if (is_goal(arguments.out) || std::filesystem::path(arguments.out).extension() == ".csv")
    return print_as_text(arguments);
  return is_goal(arguments.file) ? from_goal(arguments) : from_text(arguments);
}

Command& add_subcommand(Command& trace, const std::string& name, const std::string& what,
                        const std::vector<std::string>& examples) {
  auto* command = trace.add_subcommand(name, what);
  add_examples(*command, examples);
  return *command;
}

void add_record(Command& trace, int& exit_code) {
  Command& command =
      add_subcommand(trace, "record", "write down what a run file's traffic generates; nothing is simulated",
                     {"ebb trace record examples/run-search.toml --time 5ms -o search.ebbtrace"});
  const auto arguments = std::make_shared<TraceArguments>();
  command.add_option("FILE", arguments->file, "a run: a TOML file like those under examples/")->required();
  arguments->add_options(command, "the trace to write");
  add_set_option(command, arguments->settings);
  add_time_option(command, arguments->time, "how much of it; [run] most_time unless said otherwise");
  command.callback([arguments, &exit_code] { exit_code = do_record(*arguments); });
}

void add_info(Command& trace, int& exit_code) {
  Command& command = add_subcommand(trace, "info", "check a trace from end to end, and say what it holds",
                                    {"ebb trace info search.ebbtrace"});
  const auto arguments = std::make_shared<TraceArguments>();
  command.add_option("TRACE", arguments->file, "a trace")->required();
  arguments->format.add_options(command);
  command.callback([arguments, &exit_code] { exit_code = show_trace(arguments->file, arguments->format); });
}

void add_convert(Command& trace, int& exit_code) {
  Command& command = add_subcommand(
      trace, "convert", "a CSV or GOAL file to a trace, or a trace to one of them (see docs/howto/traces.md)",
      {"ebb trace convert mine.csv -o mine.ebbtrace", "ebb trace convert search.ebbtrace -o search.csv",
       "ebb trace convert job.goal -o job.ebbtrace"});
  const auto arguments = std::make_shared<TraceArguments>();
  command.add_option("IN", arguments->file, "a CSV file, a GOAL file (its name ends in .goal), or a trace")
      ->required();
  arguments->add_options(command,
                         "what to write: CSV or GOAL when the name ends in .csv or .goal, else a trace");
  command.add_option("--hosts", arguments->hosts,
                     "hosts of the trace, when some of them never send or receive");
  command.callback([arguments, &exit_code] { exit_code = do_convert(*arguments); });
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
