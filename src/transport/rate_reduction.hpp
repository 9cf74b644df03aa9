// Proportional Rate Reduction (RFC 6937): in recovery a sender sends in proportion to what arrives, so that a
// loss of many segments does not end in a burst that is lost again.
#pragma once

#include <algorithm>
#include <cstdint>

namespace ebb::inline transport {

struct RateReduction {
  double flying = 0;     ///< segments in flight when recovery began
  double delivered = 0;  ///< since then
  double sent = 0;       ///< since then
  double quota = 0;      ///< that may be sent now

  /// So many segments have arrived; `threshold` is the window at the end of recovery.
  void receive(double arrived, double in_flight, double threshold) {
    delivered += arrived;
    if (in_flight > threshold) {
      quota = delivered * threshold / flying - sent;
    } else {
      const double limit = std::max(delivered - sent, arrived) + 1;
      quota = std::min(threshold - in_flight, limit);
    }
    if (sent == 0) quota = std::max(quota, 1.0);  // the first lost segment is sent at once
  }
  bool may_send() const { return quota >= 1; }
  void send() { --quota, ++sent; }
};

}  // namespace ebb::inline transport
