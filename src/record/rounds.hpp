// The messages of a collective call, round by round: which member sends which part of the data to which. That
// is enough to create a job, and to check that every member has its data at the end.
#pragma once

#include <cstdint>
#include <functional>
#include <vector>

namespace ebb::inline record {

/// A range of a call's data: of the vector that is reduced or broadcast, or of the members' data one after
/// the other, as in the buffer of a member that has all.
struct ByteRange {
  std::int64_t first = 0, count = 0;
};

/// A message from one member to another, by their places in the communicator.
struct RoundMessage {
  std::uint32_t from = 0, to = 0;
  std::vector<ByteRange> what;
  bool adds = false;      ///< the receiver reduces it with what it has, instead of keeping it
  std::int64_t bare = 0;  ///< bytes that are no data, such as those of a barrier

  std::int64_t size() const {
    std::int64_t sum = bare;
    for (const ByteRange& range : what) sum += range.count;
    return sum;
  }
};

/// In a round each member sends all its messages without waiting, and then waits for all that are sent to it.
/// A member sends what it had when the round began.
using Round = std::vector<RoundMessage>;
using RoundSink = std::function<void(const Round&)>;

}  // namespace ebb::inline record
