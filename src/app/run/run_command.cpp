#include "app/run/run_command.hpp"

#include <fmt/core.h>

#include <algorithm>
#include <chrono>
#include <csignal>
#include <memory>
#include <optional>

#include "app/command/replay_option.hpp"
#include "app/command/report_option.hpp"
#include "app/output/ending.hpp"
#include "app/output/progress_line.hpp"
#include "app/output/say.hpp"
#include "app/run/decision_recording.hpp"
#include "app/run/live_run.hpp"
#include "app/run/run_keeping.hpp"
#include "base/signals.hpp"
#include "base/spelling.hpp"
#include "experiment/read/run_config.hpp"
#include "experiment/run/memory_watch.hpp"
#include "experiment/run/prepared_run.hpp"
#include "experiment/run/program.hpp"
#include "experiment/run/run_ranks.hpp"
#include "experiment/run/run_title.hpp"
#include "ranks/mpi_exchange.hpp"
#include "report/document/number_text.hpp"
#include "report/run/run_report.hpp"
#include "study/sweep/point_id.hpp"
#include "tasks/plan/check_network.hpp"
#include "tasks/results/results_folder.hpp"
#include "tasks/run/replay_settings.hpp"

namespace ebb::inline app {
namespace {

std::atomic<bool> interrupted{false};
static_assert(std::atomic<bool>::is_always_lock_free);

/// The first signal stops the run and keeps its result so far; the next one ends the program. Signals are
/// Ctrl-C, SIGHUP (a closed terminal), SIGTERM (a scheduler) and SIGUSR1, which launchers of ranks forward
/// without ending themselves.
void on_interrupt(int signal) {
  interrupted = true;
  std::signal(signal, end_at_once);
}

/// A sweep file is a run file with one more section, which this command ignores with a warning.
void say_what_is_left_aside(const std::string& file, const std::vector<std::string>& settings) {
  const auto read = Configuration::read(file, settings);
  if (!read) return;
  for (const std::string& notice : read->root().notices) say("{}\n", notice);
  if (read->root().find("sweep"))
    say("{}: its [sweep] is left aside, this is a single run; `ebb sweep {}` runs all points\n", file, file);
}

/// The run, or its problems; --threads is a setting with its own option.
Result<RunInput> read_input(const RunArguments& arguments) {
  auto settings = with_replay(arguments.settings, arguments.replay, arguments.file);
  if (!settings) return settings.problems();
  if (!arguments.threads.empty()) settings->push_back("run.threads=" + arguments.threads);
  auto input = read_run(arguments.file, *settings);
  if (input || arguments.threads.empty()) return input;
  Problems problems = input.problems();
  for (Problem& p : problems)
    if (p.where.starts_with(std::string(Configuration::set_option) + settings->back())) {
      p.where = "--threads";
      if (p.hint.empty()) p.hint = "for example: --threads 2";
    }
  return problems;
}

/// The executor does not affect results, so it is not part of a file.
Problems choose_executor(const RunArguments& arguments, const Exchange& exchange, RunInput& input) {
  const auto names = names_of(ExecutorKind{});
  const auto chosen = std::find(names.begin(), names.end(), arguments.executor);
  if (chosen == names.end())
    return {{"--executor", fmt::format("there is no executor \"{}\"", arguments.executor),
             name_hint(arguments.executor, {names.begin(), names.end()})}};
  input.executor = static_cast<ExecutorKind>(chosen - names.begin());
  if (input.executor == ExecutorKind::threads) return {};
  if (exchange.ranks() > 1)
    return {{"--executor",
             fmt::format("plain runs in one process, but this run has {} ranks", exchange.ranks()),
             "leave mpirun out, or take --executor threads"}};
  if (input.run.threads > 1 && !arguments.quiet)
    say("--executor plain runs on one thread: run.threads = {} is left aside\n", input.run.threads);
  return {};
}

/// All checks before the network is built. On all ranks.
std::optional<RunInput> agreed_input(const RunArguments& arguments, Exchange& exchange) {
  const bool speaks = exchange.rank() == 0;
  Problems problems;
  if (speaks && !arguments.folder.empty()) problems = check_results_folder(arguments.folder);
  if (speaks && problems.empty()) problems = check_report(arguments.report);
  if (!all_well(exchange, problems)) return std::nullopt;
  if (speaks) say_what_is_left_aside(arguments.file, arguments.settings);
  auto input = read_input(arguments);
  if (!all_well(exchange, input ? Problems{} : input.problems())) return std::nullopt;
  if (speaks)
    for (const std::string& device : input->energy.left_out) say("{}\n", left_out_note(device));
  if (!all_well(exchange, check_alike(exchange, stored_config(input->document, input->contents))))
    return std::nullopt;
  problems = choose_executor(arguments, exchange, *input);
  if (problems.empty()) problems = check_decisions(arguments.decisions, *input);
  if (problems.empty() && speaks) problems = check_new_file(arguments.decisions);
  if (!all_well(exchange, problems)) return std::nullopt;
  return std::move(*input);
}

/// Writes the result, and prints it in any case. Only on the first rank.
int conclude(const RunArguments& arguments, const PreparedRun& prepared, const RunResult& result, Kept& kept,
             double wall_seconds) {
  const RunTitle title = title_of(arguments.file, prepared, kept.file);
  const Problems problems = keep(arguments, prepared, title, result, kept, wall_seconds);
  if (!problems.empty()) refuse(problems);
  if (!result.failure.empty()) refuse({result.failure.front()});
  end_with_the_reader();
  arguments.output.print(render_run(title, result, arguments.output.format()));
  return result.partial || !problems.empty() ? failed : succeeded;
}

/// The counts for the limit that the user gave, which may be lower than what was recorded.
std::optional<KeptDecisions> as_asked(const KeptDecisions& all, std::uint64_t limit) {
  if (limit == 0) return std::nullopt;
  const std::uint64_t kept = std::min(all.kept, limit);
  return KeptDecisions{kept, all.kept + all.beyond - kept};
}

Result<RunResult> simulate(const RunArguments& arguments, PreparedRun& prepared, Kept& kept,
                           ProgressLine& progress) {
  for (const int signal : {SIGINT, SIGTERM, SIGUSR1}) std::signal(signal, on_interrupt);
  catch_unless_ignored(SIGHUP, on_interrupt);
  const MemoryWatch memory(memory_of_machine() / static_cast<std::uint64_t>(ranks_on_this_machine()),
                           interrupted);
  const bool asked = arguments.decisions.wanted(),
             reasons = arguments.keeps_channels() && prepared.control->policy;
  const std::uint64_t limit = asked ? arguments.decisions.limit() : 0;
  if (reasons)
    kept.reasons = std::make_unique<DecisionHistory>(prepared.network.channels(), prepared.settings.batch);
  std::function<void(const RunTimeSeries&, const ChannelHistory&)> show_series;
  const auto network = kept.live.on() ? live_network(prepared, arguments.file) : nullptr;
  if (arguments.live)  // on all ranks, because all contribute
    show_series = [&](const RunTimeSeries& time_series, const ChannelHistory& history) {
      if (kept.live.on())
        kept.live.show(live_document(prepared, arguments.file, time_series, history, network));
    };
  auto result = run_as_far_as_it_goes(
      prepared, {.progress =
                     [&](const Progress& p) {
                       progress.show(p);
                       if (kept.live.on()) kept.live.progress(progress.text(p), progress.share(p));
                     },
                 .stop = &interrupted,
                 .each_channel = arguments.tells_of_channels(prepared.network.channels()),
                 .decisions = reasons ? UINT64_MAX : limit,
                 .decided = [&](std::span<const DecisionRecord> more) { kept.add(more, limit); },
                 .time_series = show_series});
  if (result && kept.live.on()) show_series(result->time_series, result->history);  // the final state
  if (result && result->decisions) result->decisions = as_asked(*result->decisions, limit);
  if (const std::string why = memory.why(); !why.empty()) say("{}\n", why);
  return result;
}

/// True for open-loop traffic. Where the network carries less than hosts offer, queues grow without a known
/// limit: a pattern may exceed a routing's capacity at any load.
bool queues_may_grow(const PreparedRun& prepared) { return prepared.traffic->offered_bytes_per_second() > 0; }

/// Prints the memory that the run needs, without running it.
int tell_memory(const RunArguments& arguments, const PreparedRun& prepared, std::uint64_t may_have) {
  if (arguments.output.format() == Format::json)
    fmt::print("{{\"predicted_memory_bytes\": {}, \"memory_limit_bytes\": {}, \"queues_may_grow\": {}}}\n",
               prepared.memory, may_have, queues_may_grow(prepared));
  else
    fmt::print("needs about {:.0f} MB of memory{}, and may have {:.0f} MB\n",
               static_cast<double>(prepared.memory) / 1e6,
               queues_may_grow(prepared) ? " if the network carries what is offered; else queues grow" : "",
               static_cast<double>(may_have) / 1e6);
  return succeeded;
}

/// True when a run was complete; one that was stopped has figures of its part.
bool is_whole(const Result<RunResult>& result) { return result && !result->partial; }

std::string last_word(const Result<RunResult>& result) {
  if (!result) return "The run failed; the terminal says why.";
  const std::string verdict =
      fmt::format("{} ({})", name_of(result->statistics.verdict), result->statistics.why);
  if (is_whole(result)) return fmt::format("The run is over. Its verdict: {}.", verdict);
  return fmt::format("The run was stopped before its end, after {} us. Its figures are of that part: {}.",
                     grouped(static_cast<double>(result->simulated.v) / 1e6, 0), verdict);
}

/// The run on one rank; only the first one prints.
int run_as_rank(const RunArguments& arguments, Exchange& exchange) {
  const bool speaks = exchange.rank() == 0, several = exchange.ranks() > 1;
  auto input = agreed_input(arguments, exchange);
  if (!input) return bad_input;
  auto store = open_store(speaks ? arguments.store : "");
  if (!all_well(exchange, store ? Problems{} : store.problems())) return bad_input;
  const auto began = std::chrono::steady_clock::now();
  Kept kept{input->document, input->file, input->contents, std::move(*store), nullptr, {}, nullptr};
  ProgressLine progress(arguments.quiet || !speaks, input->run);
  progress.building(input->topology->facts());
  const bool each_channel =
      arguments.tells_of_channels(static_cast<std::uint64_t>(input->topology->facts().ports_used));
  const std::uint64_t may_have = memory_of_machine() / static_cast<std::uint64_t>(ranks_on_this_machine());
  auto prepared = prepare_run(std::move(*input), may_have, &exchange, each_channel);
  if (!all_well(exchange, prepared ? Problems{} : prepared.problems())) return bad_input;
  if (arguments.only_memory) return speaks ? tell_memory(arguments, **prepared, may_have) : succeeded;
  auto decisions = open_decisions(speaks ? arguments.decisions : DecisionArguments{}, arguments.file,
                                  **prepared, kept.file, kept.document);
  if (!all_well(exchange, decisions ? Problems{} : decisions.problems())) return bad_input;
  kept.decisions = std::move(*decisions);
  if (several && speaks && !arguments.quiet) say("{}\n", cut_text((*prepared)->network, exchange.ranks()));
  if (!(*prepared)->simulation && speaks && !arguments.quiet)
    say("first at full rate, which the promise is measured against\n");
  if (speaks && !several)
    if (const std::string warning = deadlock_warning(**prepared); !warning.empty()) say("{}\n", warning);
  Problems unserved = speaks && arguments.live ? kept.live.start(arguments.file) : Problems{};
  if (!all_well(exchange, unserved)) return bad_input;
  const auto result = simulate(arguments, **prepared, kept, progress);
  kept.live.end(last_word(result), is_whole(result), [] { return interrupted.load(); });
  const std::string memory = several ? memory_text(exchange, peak_memory()) : "";
  if (!speaks) return !result || result->partial ? failed : succeeded;
  if (!result) {
    say("{}", to_text(result.problems()));
    return failed;
  }
  const std::chrono::duration<double> wall = std::chrono::steady_clock::now() - began;
  const int exit_code = conclude(arguments, **prepared, *result, kept, wall.count());
  if (several && !arguments.quiet) say("{}\n", memory);
  return exit_code;
}

int do_run(const RunArguments& arguments) {
  let_pipes_break();
  auto ranks = join_ranks();
  if (!ranks) return refuse(ranks.problems());
  return run_as_rank(arguments, **ranks);
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
      ->add_option("FILE", arguments->file,
                   "the run: a TOML file like those under examples/; - for standard input")
      ->required();
  add_set_option(*command, arguments->settings);
  add_replay_option(*command, arguments->replay);
  command
      ->add_option("-o,--output", arguments->folder,
                   "write configuration, summary and per-channel data into this new folder")
      ->type_name("DIR");
  add_report_option(*command, arguments->report);
  command
      ->add_option("--store", arguments->store,
                   "add the result to this store, for `ebb results` and `ebb rerun`")
      ->type_name("DIR");
  command->add_option("--threads", arguments->threads, "as --set run.threads=N")->type_name("N");
  command
      ->add_option("--executor", arguments->executor,
                   "who runs it: threads (the default), or plain, which does one thing at a time: slow and "
                   "obviously right, "
                   "for those who doubt; same digest")
      ->type_name("NAME");
  add_decision_options(*command, arguments->decisions);
  command->add_flag("--live", arguments->live,
                    "serve a page that follows the run, on this machine only (see docs/howto/report.md)");
  command->add_flag("-q,--quiet", arguments->quiet, "show no progress");
  command->add_flag("--memory", arguments->only_memory,
                    "say how much memory the run will take with these options, and do not run it");
  arguments->output.add_options(*command);
  command->callback([arguments, &exit_code] { exit_code = do_run(*arguments); });
}

}  // namespace ebb::inline app
