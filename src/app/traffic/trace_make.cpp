#include <algorithm>
#include <memory>

#include "app/command/count_option.hpp"
#include "app/traffic/trace_output.hpp"
#include "app/traffic/traffic_commands.hpp"
#include "base/problem.hpp"
#include "base/quantity.hpp"
#include "base/result.hpp"
#include "tasks/traffic/make_task.hpp"
#include "tasks/traffic/trace_outcome.hpp"

namespace ebb::inline app {
namespace {

struct MakeArguments {
  std::string kernel, processes = "64", per_host = "1", iterations = "0", size = "C", software = "0ns",
                      seed = "1";
  double jitter = 0;
  TraceTarget target;
  OutputFormat format;
};

Result<KernelSettings> settings_of(const MakeArguments& arguments) {
  KernelSettings settings;
  Problems problems;
  const auto read = [&](const std::string& option, const std::string& text, std::uint32_t& number) {
    const auto count = read_count_option(option, text, "64");
    if (!count)
      problems.push_back(count.problems()[0]);
    else
      number = static_cast<std::uint32_t>(std::min<std::uint64_t>(*count, UINT32_MAX));
  };
  read("--processes", arguments.processes, settings.processes);
  read("--per-host", arguments.per_host, settings.per_host);
  read("--iterations", arguments.iterations, settings.iterations);
  const auto seed = read_count_option("--seed", arguments.seed, "1");
  if (!seed)
    problems.push_back(seed.problems()[0]);
  else
    settings.seed = *seed;
  settings.jitter = arguments.jitter;
  if (const auto time = parse_time(arguments.software); time && time->v >= 0 && *time <= 1_us)
    settings.software = *time;
  else
    problems.push_back({"--software", "is \"" + arguments.software + "\", but must be a time up to 1us",
                        "for example: --software 8ns"});
  if (arguments.size.size() == 1)
    settings.size = arguments.size[0];
  else
    problems.push_back({"--class", "is \"" + arguments.size + "\", but must be " + kernel_size_names,
                        "for example: --class C"});
  if (!problems.empty()) return problems;
  return settings;
}

int do_make(const MakeArguments& arguments) {
  const auto settings = settings_of(arguments);
  if (!settings) return refuse(settings.problems());
  return print_outcome(make_trace({arguments.kernel, *settings, arguments.target}), arguments.format);
}

}  // namespace

void add_trace_make(Command& trace, int& exit_code) {
  Command& command = *trace.add_subcommand(
      "make", "make the job of a well-known parallel program: its messages and their dependencies");
  add_examples(command, {"ebb trace make nas-cg --processes 64 -o cg.ebbtrace",
                         "ebb trace make hpl --processes 528 --per-host 8 -o hpl.ebbtrace"});
  const auto arguments = std::make_shared<MakeArguments>();
  std::string names;
  for (const Kernel& k : kernels()) names += (names.empty() ? "" : ", ") + std::string(k.name);
  command.add_option("KERNEL", arguments->kernel, names)->required();
  command.add_option("--processes", arguments->processes, "processes of the program; 64 by default");
  command.add_option("--per-host", arguments->per_host, "processes on each host; 1 by default");
  command.add_option("--iterations", arguments->iterations,
                     "iterations of the program; 0, the default: 6 of hpl, 1 of nas-cg, 2 of the others");
  command.add_option("--class", arguments->size, "size of a NAS benchmark: S, A or C; C by default");
  command.add_option("--software", arguments->software,
                     "processor time for each byte that it sends or receives; 0ns by default");
  command.add_option("--jitter", arguments->jitter,
                     "fraction by which each computing time varies, sampled from the seed; 0 by default");
  command.add_option("--seed", arguments->seed, "of the samples of --jitter; 1 by default");
  add_target_options(command, arguments->target, arguments->format, "the trace to write");
  command.callback([arguments, &exit_code] { exit_code = do_make(*arguments); });
}

}  // namespace ebb::inline app
