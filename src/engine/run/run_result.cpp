#include "engine/run/run_result.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "base/digest.hpp"
#include "base/problem.hpp"
#include "base/units.hpp"
#include "engine/run/check/conservation.hpp"
#include "engine/run/fairness.hpp"
#include "engine/run/flow_result.hpp"
#include "engine/run/gap_results.hpp"
#include "engine/run/lane_results.hpp"
#include "engine/run/problem_lines.hpp"
#include "engine/run/transport_result.hpp"
#include "engine/run/watched.hpp"
#include "power/control/switch_plan.hpp"
#include "power/policy/latency_bound.hpp"
#include "results/domain_time.hpp"
#include "results/job_result.hpp"
#include "results/run_result.hpp"
#include "results/switch_sleep_result.hpp"
#include "statistics/judgement.hpp"
#include "statistics/run_statistics.hpp"
#include "traffic/job/runs_job.hpp"

namespace ebb::inline engine {
namespace {

/// Returns the buffers of all switches. Each virtual channel has one at the input and, unless packets go from
/// there directly to the wire, one at the output. A buffer has one cell more than it holds: a ring buffer
/// with all cells in use could not be distinguished from an empty one.
BufferUse buffers_of(const NetworkState& m) {
  const SwitchSettings& s = m.switches;
  const auto cells = [&](Bytes size) {
    return static_cast<std::uint64_t>((size.v + s.cell.v - 1) / s.cell.v + 1);
  };
  const std::uint64_t lanes = std::uint64_t{m.network.switch_ports()} * m.vcs;
  const Bytes behind = s.counts_flits() ? s.output_buffer : s.output_queue;
  return {.cell = s.cell,
          .buffers = behind.v > 0 ? 2 * lanes : lanes,
          .cells = lanes * (cells(s.input_buffer) + (behind.v > 0 ? cells(behind) : 0))};
}

/// Returns how many cells of buffers were in use from `from` to `until`, where they are counted. All ranks.
std::optional<BufferUse> buffer_use(const Simulation& sim, const UseLog& uses, Picoseconds from,
                                    Picoseconds until) {
  if (sim.state().switches.cell.v == 0) return std::nullopt;
  BufferUse buffers = buffers_of(sim.state());
  const auto time = static_cast<double>(std::max<std::int64_t>(1, (until - from).v));
  buffers.in_use = uses.cell_time(sim.exchange(), from, until) / time;
  return buffers;
}

/// Returns the progress of the job, if the traffic is one. All ranks.
std::optional<JobResult> job_result(const Simulation& sim) {
  const std::optional<JobResult> own = job_of(sim.state().traffic);
  if (!own) return std::nullopt;
  JobResult all = *own;
  all.done = 0, all.computing_ps = 0;
  for (const JobResult& other : records_of_all(sim.exchange(), *own)) {
    all.done += other.done, all.run_time = std::max(all.run_time, other.run_time);
    all.computing_ps += other.computing_ps;
  }
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

/// Returns what the counters and the verdict give. All ranks.
RunResult counted_result(const Simulation& sim, const Counters& counters, const Judgement& judgement,
                         const RunUse& use, double cpu) {
  RunResult r;
  r.statistics = statistics_of(counters.batches, judgement);
  if (counters.packets_dropped > 0 && r.statistics.verdict == Verdict::saturated)
    r.statistics.why = fmt::format(
        "packets are dropped: {:.1f} % of what is offered arrives",
        100 * r.statistics.accepted.wire_bits_per_second / r.statistics.offered.wire_bits_per_second);
  if (const DelayBudget& delay_budget = sim.state().control.delay_budget; delay_budget.packets > 0)
    r.added_delay = {static_cast<std::int64_t>(delay_budget.in_all / delay_budget.packets)};
  r.work = {.messages = counters.messages_delivered,
            .packets = counters.packets_delivered,
            .packet_hops = counters.hops,
            .events = counters.events,
            .cpu_seconds = cpu};
  r.channels = channel_results(sim, use), r.rates = rate_results(sim, use);
  r.flow = flow_result(sim, counters);
  r.transport = transport_result(sim, counters);
  r.job = job_result(sim);
  if (r.job) r.gaps = gap_results(sim, counters, *r.job);
  r.lanes = lane_results(sim, counters), r.deadlines = deadline_result(sim, counters);
  if (sim.state().order.in_use()) r.order = order_result(counters, sim.state().network.hosts);
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

/// Returns what the plan of sleeping switches did. `off`: of whole switches, in the measured time.
std::optional<SwitchSleepResult> switch_sleep_result(const Simulation& sim, Picoseconds off,
                                                     Picoseconds time) {
  const SwitchPlan& plan = sim.state().control.switch_plan;
  if (!plan.in_use()) return std::nullopt;
  const SwitchPlanCounts& counts = plan.counts();
  SwitchSleepResult r{
      .asleep = static_cast<double>(off.v) / static_cast<double>(std::max<std::int64_t>(1, time.v)),
      .sleeps = counts.sleeps,
      .wakes_ordered = counts.wakes_ordered,
      .wakes_done = counts.wakes_done,
      .wakes_under_way = counts.wakes_under_way,
      .attempts_failed = counts.attempts_failed,
      .drains_undone = counts.drains_undone,
      .wake_longest = counts.longest_wake,
      .reasons = {}};
  for (const SwitchGroup& group : plan.groups())
    r.switches += static_cast<std::int64_t>(group.switches.size());
  if (counts.wakes_done > 0) r.wake_mean = {counts.wake_time.v / counts.wakes_done};
  for (const auto& [why, times] : counts.reasons) r.reasons.emplace_back(why, times);
  return r;
}

/// Returns what is wrong with the time in which no port of power domains was on, and with wakes.
std::vector<std::string> check_domains_off(const Simulation& sim, const DomainTimes& domains,
                                           Picoseconds time) {
  std::vector<std::string> wrong;
  for (const DomainTime& one : domains.measured)
    if (one.off.v < 0 || one.off.v > one.domains * time.v)
      wrong.push_back(fmt::format("{} power domains of {} ports were off for {} ps in {} ps", one.domains,
                                  one.ports, one.off.v, time.v));
  const SwitchPlanCounts& counts = sim.state().control.switch_plan.counts();
  if (counts.wakes_ordered != counts.wakes_done + counts.wakes_under_way)
    wrong.push_back(fmt::format("{} switches were to wake, {} did and {} are about to", counts.wakes_ordered,
                                counts.wakes_done, counts.wakes_under_way));
  return wrong;
}

Problems conservation_problems(const std::vector<std::string>& wrong) {
  return with_lines(
      {"", "the conservation check failed (below)",
       "this is an error in ebb, please report it with the configuration; the result is withheld"},
      wrong);
}

}  // namespace

Result<RunResult> run_result(const Simulation& sim, RunCheck& end, RunRecords& records, double cpu) {
  const Judgement& judgement = end.judgement;
  auto wrong = check_conservation(sim);
  const RunUse use = records.close(judgement);
  for (const auto& more :
       {check_use(use.measured, use.time), all_lines(sim.exchange(), records.uses().check())})
    wrong.insert(wrong.end(), more.begin(), more.end());
  if (!wrong.empty()) return conservation_problems(wrong);
  RunResult result = counted_result(sim, end.counters, judgement, use, cpu);
  const Picoseconds from = judgement.from, until = result.metered_until;
  result.metered_hops = records.uses().hops(sim.exchange(), from, until);
  result.domains = records.domains(end.counters.batches, from, until);
  if (const auto off = check_domains_off(sim, result.domains, until - from); !off.empty())
    return conservation_problems(off);
  Picoseconds asleep;
  for (const DomainTime& one : result.domains.measured)
    if (one.ports == 0 && !one.medium) asleep = one.off;
  result.switch_sleep = switch_sleep_result(sim, asleep, until - from);
  result.buffers = buffer_use(sim, records.uses(), from, until);
  result.each_channel = records.each_channel(from, until);
  result.fairness = fairness_of(sim.state().network, result.each_channel);
  if (!end.finished) result.series = series_of(end.batches, judgement);
  result.time_series = records.time_series(end.counters.batches, judgement);
  result.history = records.history(end.counters.batches.length());
  result.decisions = records.decisions(result.reasons);
  result.partial = end.partial;
  result.failure = end.deadlock;
  return result;
}

}  // namespace ebb::inline engine
