// The occupancy of the buffers at the other ends of channels over time, as their sources know it: by the
// credits that they lack. Space is taken from when a packet, or a flit, begins to be sent until its credit
// counts. The integral of taken space up to T is T x (what is lacking) - (sum of space x the time at which it
// was taken) + (sum of space x the time at which it came back). So each end of a cable adds only its own
// terms, without sampling in between. Sums wrap around; their differences do not.
#pragma once

#include <cstdint>

#include "base/accelerator/device.hpp"
#include "engine/storage/big_array.hpp"

namespace ebb::inline engine {

EBB_DEVICE_INLINE std::uint64_t bytes_by_time(std::int64_t bytes, std::int64_t time) {
  return static_cast<std::uint64_t>(bytes) * static_cast<std::uint64_t>(time);
}

struct DownstreamMeter {
  /// By channel: what its source has taken, less what has come back by timed events; each times when.
  BigArray<std::uint64_t> taken;
  /// [channel * vcs + vc]: what has come back by the channel's log, times when it counts. Only the holder of
  /// the log writes it.
  BigArray<std::uint64_t> returned;

  bool in_use() const { return !taken.empty(); }
  void make_room(std::size_t channels, unsigned vcs) {
    taken.make_room(channels), returned.make_room(channels * vcs);
  }
  void fill(std::size_t first, std::size_t end, unsigned vcs) {
    taken.fill(first, end, 0), returned.fill(first * vcs, end * vcs, 0);
  }
};

}  // namespace ebb::inline engine
