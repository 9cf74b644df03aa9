#include <fmt/core.h>

#include <algorithm>
#include <atomic>
#include <csignal>
#include <memory>
#include <nlohmann/json.hpp>

#include "app/command/count_option.hpp"
#include "app/command/replay_option.hpp"
#include "app/command/report_option.hpp"
#include "app/output/ending.hpp"
#include "app/output/live_address.hpp"
#include "app/output/output_format.hpp"
#include "app/output/progress_line.hpp"
#include "app/output/say.hpp"
#include "app/run/run_commands.hpp"
#include "base/problem.hpp"
#include "base/result.hpp"
#include "base/signals.hpp"
#include "report/document/number_text.hpp"
#include "report/document/render.hpp"
#include "tasks/live/progress_text.hpp"
#include "tasks/run/finished_run.hpp"
#include "tasks/run/run_observer.hpp"
#include "tasks/run/run_options.hpp"
#include "tasks/run/run_place.hpp"
#include "tasks/run/run_task.hpp"

namespace ebb::inline app {
namespace {

struct RunArguments {
  RunOptions options;
  std::string threads, executor, decisions_limit;  ///< as typed
  bool quiet = false;
  bool only_memory = false;  ///< prints the memory it needs, without running
  OutputFormat output;
};

void add_decision_options(Command& command, RunArguments& arguments) {
  auto* file = command
                   .add_option("--decisions", arguments.options.decisions.file,
                               "write each decision of the power policy, and why, into this new file, for "
                               "`ebb why`")
                   ->type_name("FILE");
  command
      .add_option(
          "--decisions-limit", arguments.decisions_limit,
          "write so many decisions at most (2,000,000 unless said otherwise), and only count the later ones")
      ->type_name("N")
      ->needs(file);
}

/// Completes the options by those that are typed as text; --threads is a setting with its own option.
Result<RunOptions> options_of(const RunArguments& arguments) {
  RunOptions options = arguments.options;
  if (!arguments.threads.empty()) options.settings.push_back("run.threads=" + arguments.threads);
  if (!arguments.executor.empty()) options.settings.push_back("run.executor=" + arguments.executor);
  if (!arguments.decisions_limit.empty()) {
    const auto limit = read_count_option("--decisions-limit", arguments.decisions_limit, "1000");
    if (!limit) return limit.problems();
    options.decisions.limit = *limit;
  }
  return options;
}

/// Names the option that the user typed instead of the setting that it stands for.
Problems as_typed(Problems problems, const RunArguments& arguments) {
  const auto rename = [&](std::string_view key, const std::string& value, const char* option,
                          const char* hint) {
    if (value.empty()) return;
    for (Problem& p : problems)
      if (p.where.starts_with(fmt::format("{} {}={}", set_option, key, value))) {
        p.where = option;
        if (p.hint.empty()) p.hint = hint;
      }
  };
  rename("run.threads", arguments.threads, "--threads", "for example: --threads 2");
  rename("run.executor", arguments.executor, "--executor", "for example: --executor threads");
  return problems;
}

int print_memory(const RunArguments& arguments, const RunMemory& memory) {
  if (arguments.output.format() == Format::json)
    fmt::print("{}", json_text({{"predicted_memory_bytes", memory.predicted_bytes},
                                {"memory_limit_bytes", memory.limit_bytes},
                                {"queues_may_grow", memory.queues_may_grow}}));
  else
    fmt::print("needs about {} MB of memory{}; available: {} MB\n",
               grouped(static_cast<double>(memory.predicted_bytes) / 1e6, 0),
               memory.queues_may_grow ? ", more if the offered load exceeds the capacity" : "",
               grouped(static_cast<double>(memory.limit_bytes) / 1e6, 0));
  return succeeded;
}

/// Prints the result in any case, after the problems of its outputs.
int print_result(const RunArguments& arguments, const FinishedRun& run) {
  if (!run.unsaved.empty()) refuse(run.unsaved);
  if (!run.result.failure.empty()) refuse({run.result.failure.front()});
  end_with_the_reader();
  arguments.output.print(render_run(run.title, run.result, arguments.output.format()));
  if (!run.memory_of_ranks.empty() && !arguments.quiet) say("{}\n", run.memory_of_ranks);
  return run.result.partial || !run.unsaved.empty() ? failed : succeeded;
}

/// Prints what a run tells while it goes on.
RunObserver printing_observer(const RunArguments& arguments, ProgressLine& line, bool& started) {
  RunObserver observer;
  observer.warn = [](const std::string& text) { say("{}\n", text); };
  if (!arguments.quiet) observer.note = observer.warn;
  observer.building = [&line](const Facts& facts) { line.building(facts); };
  observer.starting = [&started] { started = true, stop_by_signals(); };
  observer.progress = [&line](const RunProgress& progress) { line.show(progress); };
  observer.live = say_address;
  observer.stop_requested = stop_by_signal;
  observer.stop = &interrupted;
  return observer;
}

/// Only the first of several ranks prints.
int do_run(const RunArguments& arguments) {
  let_pipes_break();
  const auto place = join_run();
  if (!place) return refuse(place.problems());
  const bool prints = place->is_first();
  auto options = options_of(arguments);
  if (!options) return prints ? refuse(options.problems()) : bad_input;
  options->exchange = place->exchange.get();
  options->memory = place->memory;
  ProgressLine line(arguments.quiet || !prints);
  bool started = false;
  const RunObserver observer = printing_observer(arguments, line, started);
  if (arguments.only_memory) {
    const auto memory = predict_memory(*options, observer);
    if (memory) return prints ? print_memory(arguments, *memory) : succeeded;
    return prints ? refuse(as_typed(memory.problems(), arguments)) : bad_input;
  }
  const auto run = run_file(*options, observer);
  if (run && !prints) return run->result.partial ? failed : succeeded;
  if (run) return print_result(arguments, *run);
  if (!prints) return started ? failed : bad_input;
  if (!started) return refuse(as_typed(run.problems(), arguments));
  say("{}", to_text(run.problems()));  // in the order in which the run tells them
  return failed;
}

}  // namespace

void add_run_command(Command& app, int& exit_code) {
  auto* command = app.add_subcommand("run", "simulate a network packet by packet (see docs/design/model.md)");
  add_examples(
      *command,
      {"ebb run examples/run-fbfly-512.toml", "ebb run mine.toml --set traffic.load=0.8 --json",
       "ebb run mine.toml --decisions mine.why   (read them: ebb why mine.why)",
       "ebb run mine.toml --threads 2 -o results/first   (repeat: ebb run results/first/config.toml)",
       "mpirun -n 4 ebb run mine.toml   (see docs/howto/scale.md)"});
  const auto arguments = std::make_shared<RunArguments>();
  command
      ->add_option("FILE", arguments->options.file,
                   "the run: a TOML file like those under examples/; - for standard input")
      ->required();
  add_set_option(*command, arguments->options.settings);
  add_replay_option(*command, arguments->options.replay);
  command
      ->add_option("-o,--output", arguments->options.folder,
                   "write configuration, summary and per-channel data into this new folder")
      ->type_name("DIR");
  add_report_option(*command, arguments->options.report);
  command
      ->add_option("--store", arguments->options.store,
                   "add the result to this store, for `ebb results` and `ebb rerun`")
      ->type_name("DIR");
  command->add_option("--threads", arguments->threads, "as --set run.threads=N")->type_name("N");
  command
      ->add_option(
          "--executor", arguments->executor,
          "as --set run.executor=NAME: threads (the default), plain: the sequential reference executor, gpu: "
          "an accelerator of NVIDIA (docs/notes/accelerator.md), or gpu-emulated: the same without one; "
          "plain and "
          "gpu-emulated are slow, and all give the same digest")
      ->type_name("NAME");
  add_decision_options(*command, *arguments);
  command->add_flag("--live", arguments->options.live,
                    "serve a page that follows the run, on this machine only (see docs/howto/report.md)");
  command->add_flag("-q,--quiet", arguments->quiet, "show no progress");
  command->add_flag("--memory", arguments->only_memory,
                    "print how much memory the run needs with these options, without running it");
  arguments->output.add_options(*command);
  command->callback([arguments, &exit_code] { exit_code = do_run(*arguments); });
}

}  // namespace ebb::inline app
