#include "transport/congestion.hpp"

#include <algorithm>

namespace ebb::inline transport {
namespace {

constexpr double ps_per_second = 1e12;

/// Newton's method; 60 steps are enough for any window from a start above the root.
double cube_root(double x) {
  if (x <= 0) return 0;
  double root = std::max(1.0, x);
  for (int i = 0; i < 60; ++i) root -= (root - x / (root * root)) / 3;
  return root;
}

double cubed(double x) { return x * x * x; }

/// The epoch begins with the first acknowledgement of congestion avoidance.
void begin_epoch(Congestion& congestion, std::int64_t now) {
  CubicEpoch& epoch = congestion.cubic;
  epoch.begun = true, epoch.begin = now, epoch.reno = congestion.window;
  epoch.plateau = std::max(epoch.plateau, congestion.window);
  epoch.rise_s = cube_root((epoch.plateau - congestion.window) / cubic_scale);
}

/// RFC 9438, 4.2 to 4.4: the cubic target of one round-trip time ahead, or NewReno's window if that is
/// larger.
void grow_cubic(Congestion& congestion, const AckedSegments& acked) {
  CubicEpoch& epoch = congestion.cubic;
  if (!epoch.begun) begin_epoch(congestion, acked.now);
  constexpr double reno_gain = 3 * (1 - cubic_beta) / (1 + cubic_beta);
  const double gain = epoch.reno >= epoch.plateau ? 1 : reno_gain;
  epoch.reno += gain * acked.count / congestion.window;
  const double t = static_cast<double>(acked.now - epoch.begin) / ps_per_second;
  if (const double now = cubic_window(epoch, t); now < epoch.reno) {
    congestion.window = std::max(congestion.window, epoch.reno);
    return;
  }
  const double target = std::clamp(cubic_window(epoch, t + static_cast<double>(acked.srtt) / ps_per_second),
                                   congestion.window, 1.5 * congestion.window);
  congestion.window += (target - congestion.window) / congestion.window * acked.count;
}

/// Fast convergence: a window that fell below the last plateau leaves room for others.
void end_epoch(Congestion& congestion) {
  CubicEpoch& epoch = congestion.cubic;
  const bool shrinking = congestion.window < epoch.plateau;
  epoch.plateau = shrinking ? congestion.window * (1 + cubic_beta) / 2 : congestion.window;
  epoch.begun = false;
}

}  // namespace

double cubic_window(const CubicEpoch& epoch, double t) {
  return cubic_scale * cubed(t - epoch.rise_s) + epoch.plateau;
}

void grow(Congestion& congestion, const AckedSegments& acked) {
  AckedSegments left = acked;
  if (congestion.in_slow_start()) {
    const double step = std::min(left.count, congestion.threshold - congestion.window);
    congestion.window += step, left.count -= step;
  }
  if (left.count <= 0) return;
  if (congestion.control == CongestionControl::cubic) return grow_cubic(congestion, left);
  congestion.window += left.count / congestion.window;
}

void reduce_on_loss(Congestion& congestion, double in_flight) {
  const bool cubic = congestion.control == CongestionControl::cubic;
  if (cubic) end_epoch(congestion);
  const double kept = cubic ? cubic_beta * congestion.window : in_flight / 2;
  congestion.window = congestion.threshold = std::max(least_threshold, kept);
}

void reduce_on_timeout(Congestion& congestion, double in_flight) {
  reduce_on_loss(congestion, in_flight);
  congestion.window = 1;
}

void count_marks(Congestion& congestion, double count, bool marked, std::uint32_t acked_to,
                 std::uint32_t sent_to) {
  MarkedShare& marks = congestion.marks;
  marks.acked += count, marks.marked += marked ? count : 0;
  if (acked_to >= marks.until) {
    const double share = marks.acked > 0 ? marks.marked / marks.acked : 0;
    marks.alpha = (1 - dctcp_gain) * marks.alpha + dctcp_gain * share;
    marks.acked = marks.marked = 0, marks.until = sent_to;
  }
  if (!marked || acked_to < marks.reduced) return;
  marks.reduced = sent_to;
  congestion.window = congestion.threshold =
      std::max(least_threshold, congestion.window * (1 - marks.alpha / 2));
}

}  // namespace ebb::inline transport
