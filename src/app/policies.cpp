#include "app/policies.hpp"

#include "power/halve_double.hpp"
#include "power/hysteresis.hpp"
#include "power/lowest_highest.hpp"
#include "power/static_rate.hpp"

namespace ebb {

std::span<const Entry<Policy>> policies() {
  static constexpr Entry<Policy> table[] = {
      entry<Policy, HalveDouble>("halve_double",
                                 "half the rate below a target utilisation, double above (Abts)"),
      entry<Policy, LowestHighest>("lowest_highest", "straight to the slowest or the full rate (Abts 5.1)"),
      entry<Policy, Hysteresis>("hysteresis", "one step at a time, with two thresholds"),
      entry<Policy, StaticRate>("static", "always the same rate"),
  };
  return table;
}

}  // namespace ebb
