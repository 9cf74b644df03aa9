#include "routing/threshold.hpp"

#include <fmt/core.h>

namespace ebb::inline routing {

Problems check_threshold(Bytes threshold) {
  constexpr std::int64_t most = std::int64_t{1} << 30;
  if (threshold.v >= 0 && threshold.v <= most) return {};
  return {{"threshold", fmt::format("is {} bytes, but must be between 0 and 2^30", threshold.v),
           "a few packets, for example \"4KiB\"; \"0B\" compares without a bias"}};
}

}  // namespace ebb::inline routing
