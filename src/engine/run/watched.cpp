#include "engine/run/watched.hpp"

#include <algorithm>
#include <cmath>

#include "base/bytes.hpp"
#include "network/network.hpp"
#include "power/control/rate_levels.hpp"
#include "power/policy/latency_bound.hpp"
#include "power/policy/oscillation.hpp"
#include "statistics/batch_means.hpp"
#include "traffic/traffic.hpp"

namespace ebb::inline engine {
namespace {

constexpr double moving_all_the_time = 0.05;  // moves per evaluation: with fewer, power hardly swings

/// Channels evaluated at different times are not in step from the start. Each one still swings for as long by
/// itself, but the average over many converges sooner: this fraction of the time suffices, by measurement.
constexpr double of_staggered = 0.25;

constexpr double too_slow_to_see = 20;  // times the run: by its end under a twentieth of them turn round

/// The variance of a channel's rate over time (full rate: 1) that matters, on average over all channels of a
/// kind: a large network does not wait for its rarest changes.
constexpr double variance_that_matters = 0.0005;
constexpr std::uint32_t changes_again = 2;     // the first one is the policy's first evaluation
constexpr double variance_unit = 65'536;       // sums are whole numbers: the same on any ranks
constexpr std::uint64_t between_unit = 1'000;  // in picoseconds: a million channels add up over a day

constexpr const char* step_clock = "correlation times of level changes";
constexpr const char* change_clock = "mean times between two level changes of a link";
constexpr const char* quiet_clock = "spans of 33 epochs without a second level change of a link";
constexpr std::int64_t quiet_epochs = 33;  // 30 of these spans: a thousand epochs
constexpr const char* budget_clock = "time constants of the delay budget";
constexpr std::int64_t fills_remembered = 3;  // a full delay budget is spent the faster the fuller it is

/// Sums over the channels of a kind.
struct StepCount {
  std::uint64_t channels = 0, moves = 0, rests = 0;
  std::uint64_t moved = 0;  ///< channels that changed at all, where links leave the routes
  /// Of the channels that change repeatedly: their number, and the sums of their rates' variances and of
  /// their mean times between two changes.
  std::uint64_t changing = 0, variance = 0, between = 0;

  void add(const StepCount& other) {
    channels += other.channels, moves += other.moves, rests += other.rests, moved += other.moved;
    changing += other.changing, variance += other.variance, between += other.between;
  }
};

/// Returns the variance over time of a channel's rate, as a fraction of full rate.
double rate_variance(const Simulation& sim, PortId channel) {
  const RateLevels& levels = sim.state().control.settings.levels;
  std::vector<std::int64_t> time_in;
  add_time_in_states(sim, channel, time_in);
  double all = 0, sum = 0, squares = 0;
  for (std::size_t state = 0; state < time_in.size(); ++state) {
    const auto time = static_cast<double>(time_in[state]);
    const double share =
        static_cast<double>(levels[state % levels.size()].v) / static_cast<double>(levels.fastest().v);
    all += time, sum += time * share, squares += time * share * share;
  }
  return all > 0 ? std::max(0.0, squares / all - sum / all * (sum / all)) : 0;
}

/// Returns what one channel adds to the count of its kind.
StepCount step_count(const Simulation& sim, PortId channel) {
  const Oscillation& seen = sim.state().control.channels[channel].oscillation;
  StepCount count{.channels = 1, .moves = seen.after_change, .rests = seen.unchanged};
  const Control& control = sim.state().control.settings;
  if (!control.policy->requirements().topology) return count;
  count.moved = seen.after_change > 0;
  if (seen.after_change < changes_again) return count;
  const auto now = static_cast<std::uint64_t>(sim.now().v);
  count.changing = 1, count.between = now / seen.after_change / between_unit;
  count.variance = static_cast<std::uint64_t>(std::llround(variance_unit * rate_variance(sim, channel)));
  return count;
}

/// By kind: adds up the evaluations right after a level change, and those of them that kept it. All ranks.
std::vector<StepCount> steps_by_kind(const Simulation& sim) {
  const NetworkState& state = sim.state();
  std::vector<StepCount> own(kinds_in(state.network)), sums(own.size());
  for_each_channel(state, [&](PortId channel, std::size_t kind) { own[kind].add(step_count(sim, channel)); });
  ByteBuffer mine;
  ByteWriter(mine).put_list(own);
  for (const ByteBuffer& bytes : gather_all(sim.exchange(), mine)) {
    const auto other = ByteReader(bytes).take_list<StepCount>();
    for (std::size_t i = 0; i < sums.size(); ++i) sums[i].add(other[i]);
  }
  return sums;
}

/// The power of ideal channels, which is proportional to their rate, over that at full rate all the time.
/// Every other power table grows with the same states, so when this one is steady, all are.
BatchSum ideal_power(const NetworkState& m, const UseByKind& use) {
  const RateLevels& levels = m.control.settings.levels;
  const std::size_t level_count = levels.size();
  double used = 0, full = 0;
  for (std::size_t kind = 0; kind < use.size(); ++kind) {
    if (class_of_kind(m.network, kind).off) continue;  // always the same, whatever the policy does
    const BitsPerSecond rate = class_of_kind(m.network, kind).rate;
    for (std::size_t state = 0; state < use[kind].time_in.size(); ++state) {
      const auto time = static_cast<double>(use[kind].time_in[state]);
      used += time * static_cast<double>(levels.of(rate, state % level_count).v);
      full += time * static_cast<double>(rate.v);
    }
  }
  return {full, used};
}

/// The longest transition time of a channel between two of its states.
Picoseconds longest_change(const Control& control) {
  return *std::max_element(control.reactivation.begin(), control.reactivation.end());
}

/// Returns the time over which channels of a kind that began together swing in step, as far as the run has
/// shown by now, for the kind with the longest time. Returns 0 where hardly any channel swings all the time.
/// A kind that takes many times as long as the run so far looks steady, and does not count.
Picoseconds keeps_step(const Simulation& sim, const std::vector<StepCount>& kinds) {
  const NetworkState& state = sim.state();
  const std::int64_t epoch = state.control.settings.epoch.v;
  const auto evaluations = static_cast<double>(sim.now().v / epoch);
  double longest = 0;
  for (const StepCount& kind : kinds) {
    const auto channels = static_cast<double>(kind.channels), moves = static_cast<double>(kind.moves);
    if (kind.rests == 0 || moves < moving_all_the_time * channels * evaluations) continue;
    // An evaluation that keeps the level reverses the step, so the correlation falls by twice the fraction of
    // those.
    const double memory = moves / (2 * static_cast<double>(kind.rests));
    if (memory < too_slow_to_see * evaluations) longest = std::max(longest, memory);
  }
  if (state.control.settings.staggered) longest *= of_staggered;
  return {std::llround(longest * static_cast<double>(epoch))};
}

/// Returns the mean time between two level changes of a link, for the kind where that is longest, where links
/// leave the routes and come back. The set of links that are on is a memory of the run: a link that is off
/// changes the loads of the others, and so their next levels. Links that change rarely keep it longest, so it
/// is the mean over links, not over changes, most of which are those of a few links.
Picoseconds between_changes(const std::vector<StepCount>& kinds) {
  std::uint64_t longest = 0;
  for (const StepCount& kind : kinds)
    if (static_cast<double>(kind.variance) >
        variance_unit * variance_that_matters * static_cast<double>(kind.channels))
      longest = std::max(longest, kind.between / kind.changing);
  return {static_cast<std::int64_t>(longest * between_unit)};
}

/// Returns the span in which no link may change a second time, many times in a row, before the first choice
/// of links counts as the last one. With some links off, a network can stay as it is for a hundred epochs
/// until a burst brings one back, and go on to change all the time. 0 where changes have a mean time, or none
/// was made.
Picoseconds quiet_span(const std::vector<StepCount>& kinds, Picoseconds epoch) {
  const bool moved = std::any_of(kinds.begin(), kinds.end(), [](const StepCount& k) { return k.moved > 0; });
  return moved && between_changes(kinds).v == 0 ? epoch * quiet_epochs : Picoseconds{};
}

/// Replaces the clock of this name; none where the period is 0.
void set_clock(Wanted& wanted, const Clock& clock) {
  std::erase_if(wanted.clocks, [&](const Clock& other) { return other.name == clock.name; });
  if (clock.period.v > 0) wanted.clocks.push_back(clock);
}

}  // namespace

Wanted wanted_of(const Simulation& simulation, double precision, Picoseconds warm_up) {
  const NetworkState& state = simulation.state();
  const Picoseconds routing = simulation.routing_clock();
  Wanted wanted{.relative_half_width = precision, .warm_up = {}};
  if (warm_up.v >= 0) wanted.warm_up = warm_up;
  if (const Picoseconds memory = state.traffic.memory(); memory == Traffic::endless)
    wanted.endless_memory = true;
  else if (memory.v > 0)
    wanted.clocks.push_back({"burst times of the hosts", memory});
  if (routing.v > 0) wanted.clocks.push_back({"update times of the routing", routing});
  if (state.control.settings.policy)
    wanted.clocks.push_back(
        {"time constants of the policy",
         std::max(state.control.settings.policy->requirements().clocks.slowest(state.control.settings.epoch),
                  longest_change(state.control.settings)),
         state.control.settings.epoch});
  return wanted;
}

void learn_clocks(Wanted& wanted, const Simulation& sim, std::uint64_t packets_delivered) {
  const Control& control = sim.state().control.settings;
  if (control.policy && control.epoch.v > 0) {
    const std::vector<StepCount> kinds = steps_by_kind(sim);
    set_clock(wanted, {step_clock, keeps_step(sim, kinds), {}});
    set_clock(wanted, {change_clock, between_changes(kinds), control.epoch});
    set_clock(wanted, {quiet_clock, quiet_span(kinds, control.epoch), control.epoch});
  }
  const DelayBudget& delay_budget = sim.state().control.delay_budget;
  const double paid_in =
      static_cast<double>(packets_delivered) * static_cast<double>(delay_budget.latency_bound.per_packet.v);
  if (!sim.state().control.latency_bound || paid_in <= 0) return;
  const double occupancies = delay_budget.most / paid_in * static_cast<double>(sim.now().v);
  const Picoseconds longest{std::llround(std::min(occupancies, 1e18))};
  set_clock(wanted, {budget_clock, {longest.v / fills_remembered}, longest});
}

std::vector<Watched> watched_figures(const NetworkState& state, const std::vector<UseByKind>& batches,
                                     const std::vector<std::uint64_t>& changes) {
  if (!state.control.settings.policy) return {};
  Watched power{.name = "power", .batches = {}, .changes = {}};
  for (const UseByKind& use : batches) power.batches.push_back(ideal_power(state, use));
  if (state.control.settings.policy->requirements().topology)
    for (const std::uint64_t count : changes) power.changes.push_back({1, static_cast<double>(count)});
  return {power};
}

RunSeries series_of(const std::vector<UseByKind>& batches, const Judgement& judgement) {
  RunSeries series{.first = judgement.first, .end = judgement.end};
  for (const UseByKind& use : batches) {
    auto& kinds = series.kinds.emplace_back();
    for (const KindUse& kind : use) {
      if (kind.channels == 0) continue;
      KindInBatch& in_batch = kinds.emplace_back();
      for (const std::int64_t time : kind.time_in) in_batch.time_in.push_back({time});
      in_batch.bytes = static_cast<std::uint64_t>(kind.bytes);
    }
  }
  return series;
}

}  // namespace ebb::inline engine
