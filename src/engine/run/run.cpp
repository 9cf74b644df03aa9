#include "engine/run/run.hpp"

#include <fmt/format.h>

#include <chrono>
#include <ctime>
#include <optional>

#include "base/digest.hpp"
#include "engine/run/channel_log.hpp"
#include "engine/run/channel_results.hpp"
#include "engine/run/conservation.hpp"
#include "engine/run/deadlock.hpp"
#include "engine/run/fairness.hpp"
#include "engine/run/flow_result.hpp"
#include "engine/run/lane_results.hpp"
#include "engine/run/time_series.hpp"
#include "engine/run/watched.hpp"
#include "statistics/run_statistics.hpp"
#include "traffic/job/runs_job.hpp"

namespace ebb::inline engine {
namespace {

double cpu_now() { return static_cast<double>(std::clock()) / CLOCKS_PER_SEC; }

double seconds_since(std::chrono::steady_clock::time_point begin) {
  return std::chrono::duration<double>(std::chrono::steady_clock::now() - begin).count();
}

/// Returns the buffers of all switches. Each virtual channel has one at the input and, unless packets go from
/// there directly to the wire, one at the output. A buffer has one cell more than it holds: a ring buffer
/// with all cells in use could not be distinguished from an empty one.
BufferUse buffers_of(const NetworkState& m) {
  const SwitchSettings& s = m.switches;
  const auto cells = [&](Bytes size) {
    return static_cast<std::uint64_t>((size.v + s.cell.v - 1) / s.cell.v + 1);
  };
  const std::uint64_t lanes = std::uint64_t{m.network.switch_ports()} * m.vcs;
  const bool queues = !s.counts_flits();
  return {.cell = s.cell,
          .buffers = queues ? 2 * lanes : lanes,
          .cells = lanes * (cells(s.input_buffer) + (queues ? cells(s.output_queue) : 0))};
}

/// Advances to `end` in time slices of a fraction of a second each, so that it can show progress and react to
/// a stop request. It also stops at the end of each batch, to record what the channels have done by then. The
/// results do not depend on the slices.
class Stepper {
 public:
  Stepper(Simulation& simulation, const RunHooks& hooks) : sim_(simulation), hooks_(hooks) {
    if (hooks.each_channel) channels_.emplace(sim_);
    if (hooks.decisions > 0) decisions_.emplace(sim_, hooks.decisions, hooks.decided);
    uses_.record(sim_);
  }

  void go_to(Picoseconds end) {
    while (sim_.now() < end && !stopped()) {
      const auto begin = std::chrono::steady_clock::now();
      const double cpu = cpu_now();
      const Picoseconds batch_end = next_batch_end(sim_.now(), sim_.batch());
      const Picoseconds last = std::min(end, batch_end);
      sim_.run_until(std::min(last, sim_.now() + slice_), hooks_.stop, last);
      if (sim_.now() == batch_end) record_batch();
      if (decisions_) decisions_->record(sim_);
      cpu_ += cpu_now() - cpu;
      const Slice slice = all_ranks({.seconds = seconds_since(begin)});
      if (slice.seconds < 0.1 && slice_ < end)
        slice_ = slice_ * 2;
      else if (slice.seconds > 0.3 && slice_.v > 1'000)
        slice_.v /= 2;
      show_series(slice.seconds);
      if (hooks_.progress)
        hooks_.progress({.now = sim_.now(),
                         .packets = slice.packets,
                         .hops = slice.hops,
                         .cpu_seconds = slice.cpu,
                         .end = end_});
    }
  }
  bool stopped() const { return sim_.stopped(); }
  /// Sets the expected end of the run, for progress reports.
  void expect_end(Picoseconds end) { end_ = end; }
  /// Returns what the channels did in the measured time, and in the whole run. All ranks.
  RunUse use(const Judgement& judgement) {
    const Picoseconds last = uses_.nearest(sim_.now());
    if (last < sim_.now()) record_batch();
    const Picoseconds until = uses_.nearest(judgement.until);
    return {.measured = uses_.between(sim_.exchange(), judgement.from, until),
            .time = until - judgement.from,
            .whole = uses_.between(sim_.exchange(), {}, sim_.now())};
  }
  /// Returns what the channels did in each complete batch, where they are controlled. All ranks.
  std::vector<UseByKind> batches(const BatchSeries& series) const {
    if (!sim_.state().control.policy) return {};
    return uses_.batches(sim_.exchange(), series.length(), series.complete(sim_.now()));
  }
  /// Returns how many decisions changed a level in each of these batches. All ranks.
  std::vector<std::uint64_t> changes(const BatchSeries& series, std::size_t batches) const {
    return uses_.changes(sim_.exchange(), series.length(), batches);
  }
  std::uint64_t hops(const Judgement& judgement, const RunUse& use) const {
    return uses_.hops(sim_.exchange(), judgement.from, judgement.from + use.time);
  }
  /// Returns how many cells of buffers were in use in that time, where they are counted. All ranks.
  std::optional<BufferUse> buffers(const Judgement& judgement, const RunUse& use) const {
    const SwitchSettings& switches = sim_.state().switches;
    if (switches.cell.v == 0) return std::nullopt;
    BufferUse buffers = buffers_of(sim_.state());
    const double time = uses_.cell_time(sim_.exchange(), judgement.from, judgement.from + use.time);
    buffers.in_use = time / static_cast<double>(std::max<std::int64_t>(1, use.time.v));
    return buffers;
  }
  /// Returns what each channel did in the same time, on rank 0, if it was requested. All ranks.
  std::vector<ChannelResult> each_channel(Picoseconds from, Picoseconds until) const {
    return channels_ ? channels_->between(sim_, from, until) : std::vector<ChannelResult>{};
  }
  RunTimeSeries time_series(const BatchSeries& series, const Judgement& judgement) const {
    return series_of_run(sim_, series, uses_, judgement);
  }
  /// Returns what each channel did over time, on rank 0, if it was requested. All ranks.
  ChannelHistory history(Picoseconds span) const {
    return channels_ ? channels_->history(sim_, span) : ChannelHistory{};
  }
  /// Returns how many decisions were passed on, if any were requested.
  std::optional<KeptDecisions> decisions(const std::vector<ReasonCount>& reasons) const {
    std::uint64_t changes = 0;
    for (const ReasonCount& reason : reasons) changes += reason.changes;
    return decisions_ ? std::optional(decisions_->kept(changes)) : std::nullopt;
  }
  /// Returns the CPU time of all ranks.
  double cpu() const { return all_ranks({}).cpu; }

 private:
  struct Slice {
    double seconds = 0, cpu = 0;
    std::uint64_t packets = 0, hops = 0;
  };
  /// Returns the sums over all ranks, and the longest of their times, so that all ranks choose the same next
  /// slice.
  Slice all_ranks(Slice own) const {
    own.cpu = cpu_;
    const Counts counts = sim_.executor().counts();
    own.packets = counts.packets_delivered, own.hops = counts.hops;
    Slice all;
    for (const Slice& other : records_of_all(sim_.exchange(), own)) {
      all.seconds = std::max(all.seconds, other.seconds), all.cpu += other.cpu;
      all.packets += other.packets, all.hops += other.hops;
    }
    return all;
  }

  /// Passes on the time series from time to time, so rarely that the run does not slow down: its cost is at
  /// most 1/300 of the time until the next one. All ranks measure the same time, so they do it together.
  void show_series(double seconds) {
    constexpr double rest = 300;
    if (!hooks_.time_series ||
        (shown_before_ += seconds) < std::max(hooks_.series_every_s, rest * showing_took_))
      return;
    shown_before_ = 0;
    const auto begin = std::chrono::steady_clock::now();
    const Counters counters = sim_.counters();
    hooks_.time_series(time_series(counters.batches, {}), history(counters.batches.length()));
    showing_took_ = all_ranks({.seconds = seconds_since(begin)}).seconds;
  }

  void record_batch() {
    uses_.record(sim_);
    if (channels_) channels_->record(sim_);
  }

  Simulation& sim_;
  const RunHooks& hooks_;
  Picoseconds slice_ = 1_us;
  double cpu_ = 0, shown_before_ = 0, showing_took_ = 0;
  std::optional<Picoseconds> end_;
  UseLog uses_;
  std::optional<ChannelLog> channels_;
  std::optional<DecisionLog> decisions_;
};

/// Returns the progress of the job, if the traffic is one. All ranks.
std::optional<JobResult> job_result(const Simulation& sim) {
  const std::optional<JobResult> own = job_of(sim.state().traffic);
  if (!own) return std::nullopt;
  JobResult all{.operations = own->operations};
  for (const JobResult& other : records_of_all(sim.exchange(), *own))
    all.done += other.done, all.run_time = std::max(all.run_time, other.run_time);
  return all;
}

OrderResult order_result(const Counters& counters, std::size_t hosts) {
  return {.packets = counters.out_of_order,
          .seen = counters.order_seen,
          .one_in = flows_per_watched(hosts),
          .most_overtaken = {static_cast<std::int64_t>(counters.most_overtaken)},
          .flows = counters.flows_out_of_order,
          .most_of_one = counters.most_out_of_order};
}

/// Assembles the result of a run. All ranks.
RunResult result_of(Simulation& sim, const Counters& counters, const Judgement& judgement, const RunUse& use,
                    double cpu) {
  RunResult r;
  r.statistics = statistics_of(counters.batches, judgement);
  if (counters.packets_dropped > 0 && r.statistics.verdict == Verdict::saturated)
    r.statistics.why = fmt::format(
        "packets are dropped: {:.1f} % of what is offered arrives",
        100 * r.statistics.accepted.wire_bits_per_second / r.statistics.offered.wire_bits_per_second);
  if (const DelayBudget& delay_budget = sim.state().delay_budget; delay_budget.packets > 0)
    r.added_delay = {static_cast<std::int64_t>(delay_budget.in_all / delay_budget.packets)};
  r.work = {.messages = counters.messages_delivered,
            .packets = counters.packets_delivered,
            .packet_hops = counters.hops,
            .events = counters.events,
            .cpu_seconds = cpu};
  r.channels = channel_results(sim, use), r.rates = rate_results(sim, use);
  r.flow = flow_result(sim, counters);
  r.job = job_result(sim);
  r.lanes = lane_results(sim, counters), r.deadlines = deadline_result(sim, counters);
  if (!sim.state().newest.empty()) r.order = order_result(counters, sim.state().network.hosts);
  r.simulated = sim.now();
  r.metered_until = judgement.from + use.time;
  r.window = {sim.state().lookahead};
  r.reasons = counters.reasons.sorted();
  r.digest = Digest{}
                 .add(counters.digest)
                 .add(counters.batches.digest())
                 .add(static_cast<std::uint64_t>(sim.now().v))
                 .value();
  return r;
}

/// Makes a problem with one line for each detail.
Problems with_lines(Problem first, const std::vector<std::string>& lines) {
  Problems problems{std::move(first)};
  for (const std::string& line : lines) problems.push_back({"", "      " + line, ""});
  return problems;
}

/// Returns the deadlock as problems, or none. All ranks.
Problems deadlock_problems(const Simulation& sim) {
  const std::vector<std::string> cycle = find_deadlock(sim);
  const FlowControl flow = sim.state().switches.flow.name;
  if (cycle.empty()) return {};
  return with_lines(
      {"",
       fmt::format("at {} these {} channels {} each other in a circle, and nothing can move them (below)",
                   quantity_text(sim.now()), cycle.size(),
                   flow == FlowControl::credits ? "wait for" : "are paused because of"),
       flow == FlowControl::pause
           ? "\"pause\" stops all virtual channels of a port together, so they cannot keep packets apart: "
             "take \"pfc\", or a routing that `ebb check` proves with whole ports"
           : "the routing needs more virtual channels, or another routing is needed; `ebb check` looks for "
             "such circles"},
      cycle);
}

Problems conservation_problems(const std::vector<std::string>& wrong) {
  return with_lines(
      {"", "the books of this run do not balance (below)",
       "this is an error in ebb, please report it with the configuration; the result is withheld"},
      wrong);
}

}  // namespace

Problems RunSettings::check() const {
  Problems problems;
  if (threads < 1 || threads > 1024)
    problems.push_back({"threads", fmt::format("is {}, but must be between 1 and 1024", threads), ""});
  if (!precision_range.holds(precision))
    problems.push_back({"precision",
                        fmt::format("is {}, but must be {}", precision, range_text(precision_range)),
                        "for example: 0.05"});
  if (!time_range.holds(most_time))
    problems.push_back({"most_time", fmt::format("must be {} of simulated time", range_text(time_range)),
                        "for example: \"10ms\""});
  else if (least_time > most_time)
    problems.push_back({"least_time", "is longer than most_time", "lower it, or raise most_time"});
  if (most_time.v > 0 && warm_up >= most_time)
    problems.push_back({"warm_up", "is not shorter than most_time: nothing would be measured",
                        "lower it, or raise most_time"});
  if (most_time.v > 0 && batch > most_time)
    problems.push_back(
        {"batch", "is longer than most_time", "make it shorter than that; batches grow by themselves"});
  if (batch.v < 1'000) problems.push_back({"batch", "must be at least 1ns", "for example: \"2us\""});
  return problems;
}

Result<RunResult> run(Simulation& sim, const RunSettings& settings, const RunHooks& hooks) {
  Wanted wanted = wanted_of(sim, settings.precision, settings.warm_up);
  const bool is_job = job_of(sim.state().traffic).has_value();  // the end of a job is its result
  Stepper stepper(sim, hooks);
  Judgement judgement;
  bool waits = false;  // the workload has ended before least_time: what channels do until then counts
  for (;;) {
    stepper.go_to(waits ? settings.least_time
                        : std::min(settings.most_time, next_check(sim.now(), sim.batch())));
    const Problems stuck = deadlock_problems(sim);
    const Counters counters = sim.counters();
    const bool over =
        counters.packets_delivered + counters.packets_dropped == counters.packets_made && sim.idle();
    const std::vector<UseByKind> batches = stepper.batches(counters.batches);
    learn_clocks(wanted, sim, counters.packets_delivered);
    judgement =
        over
            ? judge_finished(counters.batches, is_job, std::min(sim.now(), settings.least_time))
            : judge(counters.batches, sim.now(), wanted,
                    watched_figures(sim.state(), batches, stepper.changes(counters.batches, batches.size())));
    const bool enough =
        (judgement.done && !is_job && sim.now() >= settings.least_time) || sim.now() >= settings.most_time;
    waits = over && !is_job && sim.now() < settings.least_time;
    if ((!over || waits) && !enough && !stepper.stopped() && stuck.empty()) {
      if (!is_job)
        stepper.expect_end(std::clamp(guessed_end(judgement, sim.now(), sim.batch()), settings.least_time,
                                      settings.most_time));
      continue;
    }
    if (!is_job && sim.now() >= settings.most_time) judge_given_up(judgement, sim.now());
    if (!stuck.empty()) judge_stuck(judgement, "deadlock: " + stuck.front().what);
    auto wrong = check_conservation(sim);
    const RunUse use = stepper.use(judgement);
    const auto lost = check_use(use.measured, use.time);
    wrong.insert(wrong.end(), lost.begin(), lost.end());
    if (!wrong.empty()) return conservation_problems(wrong);
    RunResult result = result_of(sim, counters, judgement, use, stepper.cpu());
    result.metered_hops = stepper.hops(judgement, use);
    result.buffers = stepper.buffers(judgement, use);
    result.each_channel = stepper.each_channel(judgement.from, result.metered_until);
    result.fairness = fairness_of(sim.state().network, result.each_channel);
    if (!over) result.series = series_of(batches, judgement);
    result.time_series = stepper.time_series(counters.batches, judgement);
    result.history = stepper.history(counters.batches.length());
    result.decisions = stepper.decisions(result.reasons);
    result.partial = (stepper.stopped() && !enough && (!over || waits)) || !stuck.empty();
    result.failure = stuck;
    return result;
  }
}

}  // namespace ebb::inline engine
