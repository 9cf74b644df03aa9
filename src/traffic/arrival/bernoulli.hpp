// In each slot, a message with a fixed probability: gaps are geometric. A slot is the time of a full packet
// on the wire, or of the mean message when that is shorter, so that with messages of one packet the
// probability is the load. All hosts have the same slots.
#pragma once

#include "base/problem.hpp"
#include "base/units.hpp"
#include "traffic/arrival/arrivals.hpp"

namespace ebb::inline traffic {

struct BernoulliArrivals final : Arrivals {
  Problems bind(const Offer& offer) override;
  Picoseconds gap(Bytes /*size*/, HostMemory& memory) const override {
    const double empty_slots = memory.random.exponential() * slots_per_unit_;  // geometric when rounded down
    if (empty_slots >= most_slots_) return never;
    return {slot_ps_ * (1 + static_cast<std::int64_t>(empty_slots))};
  }

 private:
  std::int64_t slot_ps_ = 1;
  double slots_per_unit_ = 0, most_slots_ = 0;
};

}  // namespace ebb::inline traffic
