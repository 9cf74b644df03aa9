#include "engine/run/watched.hpp"

namespace ebb::inline engine {
namespace {

/// The power of ideal channels, which is proportional to their rate, over that at full rate all the time.
/// Every other table grows with the same states, so when this one is steady, all are.
BatchSum ideal_power(const RateLadder& ladder, const UseByKind& use) {
  const std::size_t rungs = ladder.size();
  double drawn = 0, full = 0;
  for (const KindUse& kind : use)
    for (std::size_t state = 0; state < kind.time_in.size(); ++state) {
      const auto time = static_cast<double>(kind.time_in[state]);
      drawn += time * static_cast<double>(ladder[state % rungs].v);
      full += time * static_cast<double>(ladder.fastest().v);
    }
  return {full, drawn};
}

}  // namespace

Wanted wanted_of(const NetworkState& state, double precision, Picoseconds warm_up) {
  Wanted wanted{.relative_half_width = precision, .warm_up = {}};
  if (warm_up.v >= 0) wanted.warm_up = warm_up;
  if (const Picoseconds memory = state.traffic.memory(); memory == Traffic::endless)
    wanted.endless_memory = true;
  else if (memory.v > 0)
    wanted.clocks.push_back({"spans over which hosts remember their bursts", memory});
  if (state.control.policy)
    wanted.clocks.push_back({"spans over which the policy waits or remembers",
                             state.control.policy->slowest_clock(state.control.epoch)});
  return wanted;
}

std::vector<Watched> watched_figures(const NetworkState& state, const std::vector<UseByKind>& batches) {
  if (!state.control.policy) return {};
  Watched power{.name = "power", .batches = {}};
  for (const UseByKind& use : batches) power.batches.push_back(ideal_power(state.control.ladder, use));
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
