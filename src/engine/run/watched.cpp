#include "engine/run/watched.hpp"

#include <algorithm>
#include <cmath>

namespace ebb::inline engine {
namespace {

constexpr double moving_all_the_time = 0.05;  // moves per question: with fewer, power hardly swings

/// Channels that ask at different times are not in step from the start. Each goes up and down for as long by
/// itself, though, and many together average out sooner: so much of the time is enough, by measurement.
constexpr double of_staggered = 0.25;

constexpr double too_slow_to_see = 20;  // times the run: it ends before a twentieth of them turns round

constexpr const char* step_clock = "spans over which channels that go up and down together come out of step";
constexpr const char* budget_clock = "spans over which the promise's account remembers";
constexpr std::int64_t fills_remembered = 3;  // a full account is spent the faster the fuller it is

struct StepCount {
  std::uint64_t channels = 0, moves = 0, rests = 0;
};

/// Adds up how often the channels of each kind have moved and rested. All ranks.
std::vector<StepCount> steps_by_kind(const Simulation& sim) {
  const NetworkState& state = sim.state();
  std::vector<StepCount> own(kinds_in(state.network)), sums(own.size());
  for_each_channel(state, [&](PortId channel, std::size_t kind) {
    const Swings& swings = state.controls[channel].swings;
    ++own[kind].channels, own[kind].moves += swings.moves, own[kind].rests += swings.rests;
  });
  ByteBuffer mine;
  ByteWriter(mine).put_list(own);
  for (const ByteBuffer& bytes : tell_all(sim.exchange(), mine)) {
    const auto other = ByteReader(bytes).take_list<StepCount>();
    for (std::size_t i = 0; i < sums.size(); ++i)
      sums[i].channels += other[i].channels, sums[i].moves += other[i].moves, sums[i].rests += other[i].rests;
  }
  return sums;
}

/// The power of ideal channels, which is proportional to their rate, over that at full rate all the time.
/// Every other table grows with the same states, so when this one is steady, all are.
BatchSum ideal_power(const NetworkState& m, const UseByKind& use) {
  const RateLevels& levels = m.control.levels;
  const std::size_t level_count = levels.size();
  double drawn = 0, full = 0;
  for (std::size_t kind = 0; kind < use.size(); ++kind) {
    const BitsPerSecond rate = class_of_kind(m.network, kind).rate;
    for (std::size_t state = 0; state < use[kind].time_in.size(); ++state) {
      const auto time = static_cast<double>(use[kind].time_in[state]);
      drawn += time * static_cast<double>(levels.of(rate, state % level_count).v);
      full += time * static_cast<double>(rate.v);
    }
  }
  return {full, drawn};
}

/// The longest silence of a channel between two of its states.
Picoseconds longest_change(const Control& control) {
  return *std::max_element(control.reactivation.begin(), control.reactivation.end());
}

/// Returns how long channels of a kind that began together go up and down together, as far as the run has
/// shown by now, of the kind that takes longest; 0 where hardly any channel goes up and down all the time. A
/// kind that takes many times as long as the run so far looks steady, and does not count. All ranks.
Picoseconds keeps_step(const Simulation& sim) {
  const NetworkState& state = sim.state();
  const std::int64_t epoch = state.control.epoch.v;
  if (!state.control.policy || epoch <= 0) return {};
  const auto questions = static_cast<double>(sim.now().v / epoch);
  double longest = 0;
  for (const StepCount& kind : steps_by_kind(sim)) {
    const auto channels = static_cast<double>(kind.channels), moves = static_cast<double>(kind.moves);
    if (kind.rests == 0 || moves < moving_all_the_time * channels * questions) continue;
    // A rest turns the step round, so what is left of it falls by twice the share of rests.
    const double memory = moves / (2 * static_cast<double>(kind.rests));
    if (memory < too_slow_to_see * questions) longest = std::max(longest, memory);
  }
  if (state.control.staggered) longest *= of_staggered;
  return {std::llround(longest * static_cast<double>(epoch))};
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
    wanted.clocks.push_back(
        {"spans over which hosts remember their bursts or begin their pattern anew", memory});
  if (routing.v > 0)
    wanted.clocks.push_back({"spans over which the routing keeps to what it was told", routing});
  if (state.control.policy)
    wanted.clocks.push_back(
        {"spans over which the policy waits or remembers",
         std::max(state.control.policy->slowest_clock(state.control.epoch), longest_change(state.control)),
         state.control.epoch});
  return wanted;
}

void learn_clocks(Wanted& wanted, const Simulation& sim, std::uint64_t packets_delivered) {
  std::erase_if(wanted.clocks, [](const Clock& clock) { return clock.name == step_clock; });
  if (const Picoseconds together = keeps_step(sim); together.v > 0)
    wanted.clocks.push_back({step_clock, together, {}});
  const DelayBudget& delay_budget = sim.state().delay_budget;
  const double paid_in =
      static_cast<double>(packets_delivered) * static_cast<double>(delay_budget.latency_bound.per_packet.v);
  if (!sim.state().latency_bound || paid_in <= 0) return;
  const double occupancies = delay_budget.most / paid_in * static_cast<double>(sim.now().v);
  const Picoseconds longest{std::llround(std::min(occupancies, 1e18))};
  std::erase_if(wanted.clocks, [](const Clock& clock) { return clock.name == budget_clock; });
  wanted.clocks.push_back({budget_clock, {longest.v / fills_remembered}, longest});
}

std::vector<Watched> watched_figures(const NetworkState& state, const std::vector<UseByKind>& batches) {
  if (!state.control.policy) return {};
  Watched power{.name = "power", .batches = {}};
  for (const UseByKind& use : batches) power.batches.push_back(ideal_power(state, use));
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
