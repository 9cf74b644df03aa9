// The messages of a collective call, round by round. Who sends whom which part of the data: enough to make a
// job of it, and to check that everybody has what it must in the end.
#pragma once

#include <cstdint>
#include <functional>
#include <vector>

namespace ebb::inline record {

/// Of the data that a call is about: those of the vector that is added up or told to all; or those of all
/// members one after the other, as in the buffer of the one who has all.
struct ByteRange {
  std::int64_t first = 0, count = 0;
};

/// From one member to another, by their places in the communicator.
struct RoundMessage {
  std::uint32_t from = 0, to = 0;
  std::vector<ByteRange> what;
  bool adds = false;      ///< the receiver adds it to what it has, instead of keeping it
  std::int64_t bare = 0;  ///< bytes that are no data, such as those of a barrier

  std::int64_t size() const {
    std::int64_t sum = bare;
    for (const ByteRange& range : what) sum += range.count;
    return sum;
  }
};

/// In a round each member sends all that it has to send without waiting, and then waits for all that is sent
/// to it. A member sends what it had when the round began.
using Round = std::vector<RoundMessage>;
using RoundSink = std::function<void(const Round&)>;

}  // namespace ebb::inline record
