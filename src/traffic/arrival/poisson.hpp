// Independent messages: exponential gaps.
#pragma once

#include "base/problem.hpp"
#include "base/units.hpp"
#include "traffic/arrival/arrivals.hpp"

namespace ebb::inline traffic {

struct PoissonArrivals final : Arrivals {
  Problems bind(const Offer& offer) override {
    mean_gap_ps_ = offer.message_ps() / offer.load;
    return {};
  }
  Picoseconds gap(Bytes /*size*/, HostMemory& memory) const override {
    return exponential_gap(mean_gap_ps_, memory.random);
  }
  double mean_gap_ps() const { return mean_gap_ps_; }

 private:
  double mean_gap_ps_ = 0;
};

}  // namespace ebb::inline traffic
