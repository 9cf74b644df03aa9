#include "routing/threshold.hpp"

#include <fmt/core.h>

namespace ebb::inline routing {

Problems check_threshold(Bytes threshold) {
  if (threshold_range.holds(threshold)) return {};
  return {{"threshold", fmt::format("is {} bytes, but must be between 0 and 2^30", threshold.v),
           "a few packets, for example \"4KiB\"; \"0B\" compares without a bias"}};
}

}  // namespace ebb::inline routing
