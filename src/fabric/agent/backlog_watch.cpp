#include "fabric/agent/backlog_watch.hpp"

#include <algorithm>

namespace ebb::inline fabric {
namespace {

constexpr Picoseconds window = 1000_ms;
/// Readings are some milliseconds apart from what the clock says, and headers below Ethernet are not counted.
constexpr double full_enough = 0.9;

}  // namespace

/// A rate that changed in the window counts with its higher value, so that a port that has just slowed down
/// is no queue.
void BacklogWatch::look(const SwitchPoller& poller, const std::function<BitsPerSecond(PortId)>& rate_of) {
  const Picoseconds since = context_.now - marked_at_;
  if (since < window) return;
  for (PortId p = 0; p < marks_.size(); ++p) {
    Mark& mark = marks_[p];
    const std::uint64_t bytes = poller.counters(p).bytes.sum();
    const BitsPerSecond rate = rate_of(p);
    const double could = static_cast<double>(std::max(rate.v, mark.rate.v)) / 8 * since.seconds();
    const double sent = static_cast<double>(bytes - mark.bytes);
    mark = {bytes, rate, could > 0 && sent >= full_enough * could};
  }
  marked_at_ = context_.now;
}

}  // namespace ebb::inline fabric
