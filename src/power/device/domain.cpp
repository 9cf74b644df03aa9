#include "power/device/domain.hpp"

#include <algorithm>

namespace ebb::inline power {

bool PowerDomain::holds_for(Medium medium) const {
  return media.empty() || std::find(media.begin(), media.end(), medium) != media.end();
}

Watts PowerDomain::low_power(bool sleeps) const {
  if (sleeps && asleep.given) return asleep.value;
  return idle.given ? idle.value : on.value;
}

}  // namespace ebb::inline power
