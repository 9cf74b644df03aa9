#include "fabric/agent/backlog_watch.hpp"

namespace ebb::inline fabric {
namespace {

constexpr Picoseconds window = 1000_ms;
/// Readings are some milliseconds apart from what the clock says, and headers below Ethernet are not counted.
constexpr double full_enough = 0.9;

}  // namespace

void BacklogWatch::look(const SwitchPoller& poller) {
  const Picoseconds since = context_.now - marked_at_;
  if (since < window) return;
  for (PortId p = 0; p < marks_.size(); ++p) {
    Mark& mark = marks_[p];
    const std::uint64_t bytes = poller.counters(p).bytes.sum();
    const double could = static_cast<double>(context_.network.link(p).rate.v) / 8 * since.seconds();
    mark = {bytes, static_cast<double>(bytes - mark.bytes) >= full_enough * could};
  }
  marked_at_ = context_.now;
}

}  // namespace ebb::inline fabric
