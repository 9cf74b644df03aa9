#include "tasks/run/run_task.hpp"

#include <fmt/core.h>

#include <chrono>
#include <memory>

#include "base/problem.hpp"
#include "base/rounded_time.hpp"
#include "engine/exchange/exchange.hpp"
#include "engine/run/run_hooks.hpp"
#include "experiment/run/memory_limit.hpp"
#include "experiment/run/memory_watch.hpp"
#include "experiment/run/prepared_run.hpp"
#include "experiment/run/run_input.hpp"
#include "experiment/run/run_ranks.hpp"
#include "experiment/run/run_title.hpp"
#include "report/decisions/decision_history.hpp"
#include "results/decisions.hpp"
#include "results/run_outcome.hpp"
#include "results/run_time_series.hpp"
#include "tasks/live/live_run.hpp"
#include "tasks/run/agreed_input.hpp"
#include "tasks/run/deadlock_warning.hpp"
#include "tasks/run/run_outputs.hpp"
#include "topology/topology.hpp"

namespace ebb::inline tasks {
namespace {

/// A live page shows channels where that is cheap.
bool needs_channels(const RunOptions& options, std::uint64_t channels) {
  return options.each_channel || options.saves_channels() || (options.live && channels <= most_live_channels);
}

/// The counts for the limit that the user gave, which may be lower than what was recorded.
KeptDecisions within_limit(const KeptDecisions& all, std::uint64_t limit) {
  const std::uint64_t kept = std::min(all.kept, limit);
  return {kept, all.kept + all.beyond - kept};
}

/// True when a run was complete; one that was stopped has figures of its part.
bool is_whole(const Result<RunResult>& result) { return result && !result->partial; }

/// The last sentence of the live page.
std::string end_text(const Result<RunResult>& result) {
  if (!result) return "The run failed; the terminal says why.";
  const std::string verdict =
      fmt::format("{} ({})", name_of(result->statistics.verdict), result->statistics.why);
  if (is_whole(result)) return fmt::format("The run is over. Its verdict: {}.", verdict);
  return fmt::format("The run was stopped before its end, after {}. Its figures are of that part: {}.",
                     moment_text(result->simulated), verdict);
}

/// One run on this rank, step by step. Each step is collective, and returns the same problems on all ranks.
class RunOnRank {
 public:
  RunOnRank(const RunOptions& options, const RunObserver& observer)
      : options_(options),
        observer_(observer),
        memory_(options.memory.value_or(memory_of_machine())),
        exchange_(options.exchange ? *options.exchange : alone_),
        stop_(observer.stop ? *observer.stop : own_stop_) {
    if (is_first()) return;
    observer_ = {};  // only the first rank speaks
    observer_.starting = observer.starting;
  }

  /// Reads the file, and checks what needs no network.
  Problems read() {
    auto input = agreed_input(options_, exchange_, observer_);
    if (!input) return input.problems();
    input_ = std::move(*input);
    outputs_.document = input_.document, outputs_.file = input_.file, outputs_.contents = input_.contents;
    return {};
  }

  Problems open_store() {
    return first_problems(exchange_, is_first() ? outputs_.open_store(options_.store) : Problems{});
  }

  Problems build() {
    began_ = std::chrono::steady_clock::now();
    const Facts facts = input_.topology->facts();
    if (observer_.building) observer_.building(facts);
    auto prepared = prepare_run(std::move(input_), memory_, &exchange_,
                                needs_channels(options_, static_cast<std::uint64_t>(facts.ports_used)));
    Problems problems = first_problems(exchange_, prepared ? Problems{} : prepared.problems());
    if (problems.empty()) prepared_ = std::move(*prepared);
    return problems;
  }

  RunMemory memory() const {
    return {prepared_->memory, memory_, prepared_->traffic->offered_bytes_per_second() > 0};
  }

  /// Opens what is written during the run, and reports what the user should know before it.
  Problems get_ready() {
    const Problems own =
        is_first() ? outputs_.open_decisions(options_.decisions, options_.file, *prepared_) : Problems{};
    if (Problems problems = first_problems(exchange_, own); !problems.empty()) return problems;
    const bool several = exchange_.ranks() > 1;
    if (several) note(cut_text(prepared_->network, exchange_.ranks()));
    if (!prepared_->simulation) note("first at full rate, which the latency bound is measured against");
    if (is_first() && !several)
      if (const std::string warning = deadlock_warning(*prepared_); !warning.empty()) warn(warning);
    return first_problems(exchange_, is_first() && options_.live ? serve() : Problems{});
  }

  /// Simulates, and passes on what happens meanwhile.
  Result<RunResult> simulate(const RunObserver& unfiltered) {
    if (observer_.starting) observer_.starting();
    const MemoryWatch memory(memory_, stop_);
    RunProgress progress(prepared_->settings.most_time);
    const std::uint64_t limit = options_.decisions.wanted() ? options_.decisions.limit : 0;
    const bool reasons = options_.saves_channels() && prepared_->control->policy;
    if (reasons)
      outputs_.reasons =
          std::make_unique<DecisionHistory>(prepared_->network.channels(), prepared_->settings.batch);
    const auto show_series = live_series();
    auto result = run_experiment(
        *prepared_, {.progress =
                         [&](const Progress& p) {
                           progress.update(p);
                           if (observer_.progress) observer_.progress(progress);
                           if (outputs_.live.on()) outputs_.live.progress(progress.text(), progress.share());
                         },
                     .stop = &stop_,
                     .each_channel = needs_channels(options_, prepared_->network.channels()),
                     .decisions = reasons ? UINT64_MAX : limit,
                     .decided = [&](std::span<const DecisionRecord> more) { outputs_.add(more, limit); },
                     .time_series = show_series});
    if (result && outputs_.live.on()) show_series(result->time_series, result->history);  // the final state
    if (result && limit == 0) result->decisions.reset();
    if (result && result->decisions) result->decisions = within_limit(*result->decisions, limit);
    // Any rank may run out of memory, and only that one knows.
    if (const std::string why = memory.why(); !why.empty() && unfiltered.warn) unfiltered.warn(why);
    outputs_.live.end(end_text(result), is_whole(result), [this] { return stop_.load(); });
    return result;
  }

  /// Writes all outputs. The simulated result is returned in any case.
  FinishedRun finish(RunResult result) {
    const std::string memory = exchange_.ranks() > 1 ? memory_text(exchange_, peak_memory()) : "";
    FinishedRun done{title_of(options_.file, *prepared_, outputs_.file), std::move(result), {}, memory};
    const std::chrono::duration<double> wall = std::chrono::steady_clock::now() - began_;
    if (is_first()) done.unsaved = outputs_.save(options_, *prepared_, done, wall.count(), observer_.warn);
    return done;
  }

 private:
  bool is_first() const { return exchange_.rank() == 0; }
  void note(const std::string& text) const {
    if (observer_.note) observer_.note(text);
  }
  void warn(const std::string& text) const {
    if (observer_.warn) observer_.warn(text);
  }
  Problems serve() {
    Problems problems = outputs_.live.start(
        options_.file, observer_.stop_requested ? observer_.stop_requested : [this] { stop_ = true; });
    if (problems.empty() && observer_.live) observer_.live(outputs_.live.address());
    return problems;
  }
  /// Shows the current state on the live page. All ranks contribute, so all of them have this function.
  std::function<void(const RunTimeSeries&, const ChannelHistory&)> live_series() {
    if (!options_.live) return {};
    const auto network = outputs_.live.on() ? live_network(*prepared_, options_.file) : nullptr;
    return [this, network](const RunTimeSeries& time_series, const ChannelHistory& history) {
      if (outputs_.live.on())
        outputs_.live.show(live_document(*prepared_, options_.file, time_series, history, network));
    };
  }

  const RunOptions& options_;
  RunObserver observer_;
  const std::uint64_t memory_;
  Alone alone_;
  Exchange& exchange_;
  std::atomic<bool> own_stop_{false};
  std::atomic<bool>& stop_;
  std::chrono::steady_clock::time_point began_;
  RunInput input_;
  std::unique_ptr<PreparedRun> prepared_;
  RunOutputs outputs_;  ///< last: its live page may still call back while the rest is there
};

}  // namespace

Result<FinishedRun> run_file(const RunOptions& options, const RunObserver& observer) {
  RunOnRank run(options, observer);
  for (const auto step : {&RunOnRank::read, &RunOnRank::open_store, &RunOnRank::build, &RunOnRank::get_ready})
    if (Problems problems = (run.*step)(); !problems.empty()) return problems;
  auto result = run.simulate(observer);
  if (!result) return result.problems();
  return run.finish(std::move(*result));
}

Result<RunMemory> predict_memory(const RunOptions& options, const RunObserver& observer) {
  RunOnRank run(options, observer);
  for (const auto step : {&RunOnRank::read, &RunOnRank::build})
    if (Problems problems = (run.*step)(); !problems.empty()) return problems;
  return run.memory();
}

}  // namespace ebb::inline tasks
