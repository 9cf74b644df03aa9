// Traffic that reads a file while it is played, and may find it broken.
#pragma once

#include "base/problem.hpp"
#include "traffic/traffic.hpp"

namespace ebb::inline traffic {

/// What breaks in the middle of a run cannot be told to anybody there: hosts are asked on any thread. Such
/// traffic sends no more, and whoever plays it asks for the failure when it is over.
struct MayFail {
  virtual ~MayFail() = default;
  /// Empty as long as all is well.
  virtual Problems failure() const = 0;
};

/// What broke while this traffic was played: if anything did, its messages are not all that it stands for.
inline Problems failure_of(const Traffic& traffic) {
  const auto* reads = dynamic_cast<const MayFail*>(&traffic.played());
  return reads ? reads->failure() : Problems{};
}

}  // namespace ebb::inline traffic
