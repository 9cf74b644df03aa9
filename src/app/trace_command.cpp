#include "app/trace_command.hpp"

#include <fmt/core.h>

#include <array>
#include <filesystem>
#include <fstream>
#include <memory>

#include "app/output_format.hpp"
#include "app/say.hpp"
#include "app/time_option.hpp"
#include "experiment/traffic_input.hpp"
#include "traffic/rehearsal.hpp"
#include "traffic/trace_text.hpp"

namespace ebb::inline app {
namespace {

struct TraceArguments {
  std::string file, out, time;
  std::vector<std::string> settings;
  std::int64_t hosts = 0;
  bool force = false;
  OutputFormat output;
};

/// What stands at -o may be the only copy of a long recording.
Problems check_output(const TraceArguments& arguments) {
  std::error_code error;
  if (std::filesystem::is_directory(arguments.out, error))
    return {{arguments.out, "is a folder", "name a file with -o"}};
  if (!arguments.force && std::filesystem::exists(arguments.out, error))
    return {{arguments.out, "is there already", "name another file with -o, or say --force to replace it"}};
  if (const std::string wrong = check_writable(arguments.out); !wrong.empty())
    return {{arguments.out, "cannot be written: " + wrong, "name another file with -o"}};
  return {};
}

/// Without --force not even a file that came while this one was written.
Existing existing(const TraceArguments& arguments) {
  return arguments.force ? Existing::is_replaced : Existing::is_kept;
}

void add_output_options(Command& command, TraceArguments& arguments, const std::string& what) {
  command.add_option("-o,--output", arguments.out, what)->required()->check(not_empty);
  command.add_flag("--force", arguments.force, "replace the file if it is there already");
}

Table trace_table(const std::string& name, const TraceTotals& t, std::uint64_t file_bytes) {
  const auto whole = [](std::uint64_t n) { return static_cast<std::int64_t>(n); };
  Table table{.title = name,
              .columns = {{"hosts", "hosts"},
                          {"messages", "messages"},
                          {"payload_bytes", "payload", "B"},
                          {"length_us", "length", "us", Align::right, 3},
                          {"load_gbps", "sent by a host", "Gb/s", Align::right, 4},
                          {"blocks", "blocks"},
                          {"file_bytes", "file", "B"}},
              .rows = {}};
  const double host_seconds = t.length.seconds() * t.hosts;
  const double gbps = host_seconds > 0 ? static_cast<double>(t.payload_bytes) * 8e-9 / host_seconds : 0;
  table.add({t.hosts, whole(t.messages), whole(t.payload_bytes), t.length.seconds() * 1e6, gbps,
             whole(t.blocks), whole(file_bytes)});
  return table;
}

/// What stands under this name now, checked from end to end.
int show_trace(const std::string& path, const OutputFormat& output) {
  const auto trace = TraceFile::open(path);
  if (!trace) return refuse(trace.problems());
  fmt::print("{}", render(trace_table(path, (*trace)->totals(), (*trace)->size()), output.format()));
  return succeeded;
}

int do_record(const TraceArguments& arguments) {
  if (Problems problems = check_output(arguments); !problems.empty()) return refuse(problems);
  const auto input = read_traffic_input(arguments.file, arguments.settings);
  if (!input) return refuse(input.problems());
  const TrafficInput& in = **input;
  auto time = Result<Picoseconds>(in.most_time);
  if (!arguments.time.empty()) time = read_time_option(arguments.time);
  if (!time) return refuse(time.problems());
  TraceWriter writer(arguments.out, existing(arguments));
  if (Problems problems = rehearse(*in.traffic, in.network, in.cutting, in.seed, *time,
                                   [&](const SentMessage& m) { writer.add(m); });
      !problems.empty())
    return refuse(problems), failed;
  const auto totals = writer.finish(in.network.hosts, *time);
  if (!totals) return refuse(totals.problems()), failed;
  return show_trace(arguments.out, arguments.output);
}

int from_text(const TraceArguments& arguments) {
  std::error_code error;
  if (std::filesystem::exists(arguments.file, error) &&
      !std::filesystem::is_regular_file(arguments.file, error))
    return refuse({{arguments.file, "is no regular file", "save what it gives to a file, and name that"}});
  std::ifstream in(arguments.file, std::ios::binary);
  if (!in) return refuse({{arguments.file, "cannot be read", "name a CSV file or a trace"}});
  std::array<char, file_head_size> head{};
  in.read(head.data(), head.size());
  if (check_file_head(trace_kind, std::as_bytes(std::span(head))).empty())
    return refuse(
        {{"-o", "names no CSV file, but a trace can only become one", "for example: -o trace.csv"}});
  in.clear();
  in.seekg(0);
  TraceWriter writer(arguments.out, existing(arguments));
  TraceExtent extent;
  if (Problems problems = read_trace_text(in, arguments.file, writer, extent); !problems.empty())
    return refuse(problems);
  const auto hosts = std::max(extent.hosts, static_cast<std::uint32_t>(arguments.hosts));
  const auto totals = writer.finish(hosts, extent.length);
  if (!totals) return refuse(totals.problems()), failed;
  if (!extent.is_counted)
    say("{} does not say how many messages it has, so nobody would see that it was cut off; `# "
        "messages={}` as its last line says so\n",
        arguments.file, totals->messages);
  return show_trace(arguments.out, arguments.output);
}

int to_text(const TraceArguments& arguments) {
  const auto trace = TraceFile::open(arguments.file);
  if (!trace) return refuse(trace.problems());
  WholeFile out(arguments.out, existing(arguments));
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
  if (Problems problems = check_output(arguments); !problems.empty()) return refuse(problems);
  if (arguments.hosts < 0 || arguments.hosts >= no_id)
    return refuse({{"--hosts", fmt::format("is {}, which is no number of hosts", arguments.hosts), ""}});
  return std::filesystem::path(arguments.out).extension() == ".csv" ? to_text(arguments)
                                                                    : from_text(arguments);
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
  add_output_options(command, *arguments, "the trace to write");
  add_set_option(command, arguments->settings);
  add_time_option(command, arguments->time, "how much of it; [run] most_time unless said otherwise");
  arguments->output.add_options(command);
  command.callback([arguments, &exit_code] { exit_code = do_record(*arguments); });
}

void add_info(Command& trace, int& exit_code) {
  Command& command = add_subcommand(trace, "info", "check a trace from end to end, and say what it holds",
                                    {"ebb trace info search.ebbtrace"});
  const auto arguments = std::make_shared<TraceArguments>();
  command.add_option("TRACE", arguments->file, "a trace")->required();
  arguments->output.add_options(command);
  command.callback([arguments, &exit_code] { exit_code = show_trace(arguments->file, arguments->output); });
}

void add_convert(Command& trace, int& exit_code) {
  Command& command = add_subcommand(
      trace, "convert", "a CSV file to a trace, or a trace to CSV (see docs/traces.md)",
      {"ebb trace convert mine.csv -o mine.ebbtrace", "ebb trace convert search.ebbtrace -o search.csv"});
  const auto arguments = std::make_shared<TraceArguments>();
  command.add_option("IN", arguments->file, "a CSV file, or a trace")->required();
  add_output_options(command, *arguments, "what to write: CSV when the name ends in .csv, else a trace");
  command.add_option("--hosts", arguments->hosts,
                     "hosts of the trace, when some of them never send or receive");
  arguments->output.add_options(command);
  command.callback([arguments, &exit_code] { exit_code = do_convert(*arguments); });
}

}  // namespace

void add_trace_command(Command& app, int& exit_code) {
  auto* command = app.add_subcommand("trace", "record, inspect and convert traces of traffic");
  command->require_subcommand();
  add_record(*command, exit_code);
  add_info(*command, exit_code);
  add_convert(*command, exit_code);
}

}  // namespace ebb::inline app
