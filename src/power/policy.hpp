// Power policies are pure: a policy sees what a channel has done and answers with the rate it should have,
// and why. It knows no simulator and no switch, so the same object drives a simulated channel and a real
// port.
#pragma once

#include <string_view>
#include <tuple>

#include "base/fields.hpp"
#include "base/problem.hpp"
#include "power/rate_ladder.hpp"

namespace ebb {

struct ChannelView {
  BitsPerSecond rate;
  double utilisation = 0;  ///< busy share of the epoch, at the rate it had
  Bytes queued{};
  Picoseconds idle_for{};
};

struct Decision {
  BitsPerSecond want;
  std::string_view why;
};

struct Policy {
  virtual ~Policy() = default;
  /// What is wrong with the parameters; `where` of a problem is the field's name.
  virtual Problems check() const = 0;
  virtual Decision decide(const ChannelView& channel, const RateLadder& rates) const = 0;
};

/// A problem when a share is not between 0 and 1.
void require_share(Problems& problems, std::string_view name, double share);

}  // namespace ebb
