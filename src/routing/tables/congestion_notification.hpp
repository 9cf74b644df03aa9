// Congestion notification (802.1Qau) as a routing uses it. Queues are sampled. Where one grows too long, the
// switch of the sampled packet's source gets a notification about the packet's destination, which is valid
// for a while. docs/design/model.md, "Congestion notification", describes what is modelled and what is not.
#pragma once

#include <algorithm>
#include <cstdint>
#include <vector>

#include "base/units.hpp"
#include "network/network.hpp"

namespace ebb::inline routing {

struct CongestionNotification {
  std::int64_t target = 0;              ///< target length of a queue in bytes: Qeq
  std::int64_t weight = 2;              ///< weight of its growth: w
  std::int64_t sample = 0;              ///< bytes between two samples of a queue at its target
  std::int64_t hold = 0;                ///< ps for which a notification is valid
  std::uint32_t groups = 0;             ///< of destinations; 0: notifications are not used
  std::vector<std::uint16_t> group_of;  ///< of each switch with hosts

  bool in_use() const { return groups > 0; }
};

/// The feedback has six bits.
inline constexpr std::int64_t most_feedback = 63;

/// Returns how much too long a queue is, -Fb = (Q - Qeq) + w (Q - Qold), as 802.1Qau quantises it: in steps
/// of the largest value, (1 + 2w) Qeq. At 0 no notification is sent.
constexpr std::int64_t feedback(const CongestionNotification& s, std::int64_t queue, std::int64_t before) {
  const std::int64_t excess = queue - s.target + s.weight * (queue - before);
  const std::int64_t largest = (1 + 2 * s.weight) * s.target;
  if (excess <= 0 || largest <= 0) return 0;
  return std::max<std::int64_t>(1, std::min(excess, largest) * most_feedback / largest);
}

/// Returns the bytes until the next sample: fewer for a longer queue, down to an eighth. `bits` are random
/// and vary the result by 15 %, so that queues that grow alike are not sampled together.
constexpr std::int64_t next_sample(const CongestionNotification& s, std::int64_t feedback,
                                   std::uint64_t bits) {
  const std::int64_t mean = s.sample / (1 + feedback / 8);
  return mean * (850 + static_cast<std::int64_t>((bits >> 32) * 301 >> 32)) / 1000;
}

}  // namespace ebb::inline routing
