// A latency bound (the patent's "performance threshold at minimum energy"): the user states by how much the
// latency of packets may grow, and channels are as slow as that allows.
//
// The delay that slow wires add is counted at each wire: how much later a packet leaves than at full rate.
// All channels subtract it from one delay budget of the network, to which every packet adds the bound when it
// arrives (latency_bound.hpp). Each channel sees what is left of the budget, and lets its queue take the time
// that goes with it. With nothing left, all go to full rate. A slow channel also delays packets that have not
// reached it, and some that never will, in the same buffers. Therefore wires are charged a multiple of their
// own added delay. It is known from measurements (docs/design/energy.md). For the mean it is corrected by how
// much longer packets wait than in a run at full rate.
#pragma once

#include <optional>

#include "base/problem.hpp"
#include "base/units.hpp"
#include "power/policy/queue_aware.hpp"

namespace ebb::inline power {

struct LatencyBoundPolicy final : Policy {
  Picoseconds bound{}, baseline{};
  double percent = 0, part = 0;
  BoundedFigure of = BoundedFigure::mean;
  IdleState idle_state = IdleState::slowest;
  std::int64_t credit = 100;

  static constexpr auto fields() {
    return std::tuple{
        field("bound", &LatencyBoundPolicy::bound,
              "by how much the latency of packets may grow; or give `percent`"),
        field("percent", &LatencyBoundPolicy::percent, "the same in percent of the latency at full rate",
              {0, 1e6}),
        field("of", &LatencyBoundPolicy::of, "what must not grow more: the mean, or the 99th percentile"),
        field("idle_state", &LatencyBoundPolicy::idle_state, "state of idle channels"),
        field("baseline", &LatencyBoundPolicy::baseline,
              "the latency at full rate, if it is known; 0: a run at full rate finds it out first"),
        field(
            "part", &LatencyBoundPolicy::part,
            "of the bound that wires may spend; 0: a third for the mean, corrected by what packets wait more "
            "than at full rate, a twelfth for the 99th percentile",
            a_share),
        field("credit", &LatencyBoundPolicy::credit,
              "packets per host whose unspent share the network keeps at most", {1, 1'000'000})};
  }
  Problems check() const override;
  Problems fit(const RateLevels& rates, const PolicyContext& around) override;
  Requirements requirements() const override;
  Decision decide(const ChannelView& channel, const RateLevels& rates) const override;

 private:
  bool needs_full_rate() const { return baseline.v == 0 && (percent > 0 || part == 0); }
  Problems learn_full_rate(const FullRateLatency& full);
  Problems set_latency_bound(const FullRateLatency& full);
  ChannelMemory remembered(const ChannelView& channel) const;
  Bytes worth_a_change(BitsPerSecond rate, const RateLevels& rates) const;
  QueueAware rule_for(double left) const;
  std::optional<Decision> steady(const ChannelView& channel, const ChannelMemory& memory,
                                 const QueueAware& rule, const RateLevels& rates) const;

  LatencyBound latency_bound_;
  Picoseconds longest_{};  ///< that a queue may take, once the bound is known
  Picoseconds epoch_{}, change_{};
  std::int64_t path_ = 0;
  QueueAware rule_;
};

}  // namespace ebb::inline power
