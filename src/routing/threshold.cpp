#include "routing/threshold.hpp"

#include <fmt/core.h>

#include "base/quantity.hpp"

namespace ebb::inline routing {

Problems check_threshold(Bytes threshold) {
  if (threshold_range.holds(threshold)) return {};
  return {{"threshold",
           fmt::format("is {}, but must be {}", quantity_text(threshold), range_text(threshold_range)),
           "a few packets, for example \"4KiB\"; \"0B\" compares without a bias"}};
}

}  // namespace ebb::inline routing
