// Messages at equal intervals. Each host has its own phase, unless all are set to be in step.
#pragma once

#include "base/problem.hpp"
#include "base/units.hpp"
#include "traffic/arrival/arrivals.hpp"

namespace ebb::inline traffic {

struct PeriodicArrivals final : Arrivals {
  bool in_step = false;

  static constexpr auto fields() {
    return std::tuple{field("in_step", &PeriodicArrivals::in_step,
                            "all hosts send at the same instants, instead of each at a phase of its own")};
  }
  Problems bind(const Offer& offer) override {
    period_ps_ = offer.message_ps() / offer.load;
    return {};
  }
  Picoseconds gap(Bytes /*size*/, HostMemory& memory) const override {
    std::int64_t& begun = memory.state[arrivals_word];
    if (begun || in_step) return gap_of(period_ps_);
    begun = 1;
    return gap_of(period_ps_ * memory.random.unit());
  }

 private:
  double period_ps_ = 0;
};

}  // namespace ebb::inline traffic
