// Traffic that reads a file while it is played, and may find it invalid.
#pragma once

#include "base/problem.hpp"
#include "traffic/traffic.hpp"

namespace ebb::inline traffic {

/// A failure during a run cannot be reported where it occurs: hosts call on any thread. Such traffic sends no
/// more, and its player reads the failure at the end.
struct MayFail {
  virtual ~MayFail() = default;
  /// Empty without a failure.
  virtual Problems failure() const = 0;
};

/// Returns the failure of this traffic while it was played, after which its messages are incomplete.
inline Problems failure_of(const Traffic& traffic) {
  const auto* reads = dynamic_cast<const MayFail*>(&traffic.played());
  return reads ? reads->failure() : Problems{};
}

}  // namespace ebb::inline traffic
