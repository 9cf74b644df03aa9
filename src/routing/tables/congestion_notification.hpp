// Congestion notification (802.1Qau) as a routing asks for it. Queues are sampled; where one grows too long,
// the switch of the sampled packet's source gets a notice about the packet's destination, and believes it for
// a while. docs/design/model.md, "Congestion notification", says what is modelled and what is left out.
#pragma once

#include <algorithm>
#include <cstdint>
#include <vector>

#include "base/units.hpp"
#include "network/network.hpp"

namespace ebb::inline routing {

struct CongestionNotification {
  std::int64_t target = 0;              ///< bytes that a queue should have: Qeq
  std::int64_t weight = 2;              ///< of its growth: w
  std::int64_t sample = 0;              ///< bytes between two samples of a queue that is as it should be
  std::int64_t hold = 0;                ///< ps for which a notice is believed
  std::uint32_t groups = 0;             ///< of destinations; 0: nobody asks for notices
  std::vector<std::uint16_t> group_of;  ///< of each switch with hosts

  bool in_use() const { return groups > 0; }
};

/// The feedback has six bits.
inline constexpr std::int64_t most_feedback = 63;

/// Returns how much too long a queue is, -Fb = (Q - Qeq) + w (Q - Qold), as 802.1Qau writes it into a notice:
/// in steps of the largest value that it cares for, (1 + 2w) Qeq. At 0 no notice is sent.
constexpr std::int64_t feedback(const CongestionNotification& s, std::int64_t queue, std::int64_t before) {
  const std::int64_t excess = queue - s.target + s.weight * (queue - before);
  const std::int64_t largest = (1 + 2 * s.weight) * s.target;
  if (excess <= 0 || largest <= 0) return 0;
  return std::max<std::int64_t>(1, std::min(excess, largest) * most_feedback / largest);
}

/// Returns the bytes until the next sample: fewer, the longer the queue is, down to an eighth. `bits` are
/// random: samples of queues that fill alike must not fall together, so they vary by 15 %.
constexpr std::int64_t next_sample(const CongestionNotification& s, std::int64_t feedback,
                                   std::uint64_t bits) {
  const std::int64_t mean = s.sample / (1 + feedback / 8);
  return mean * (850 + static_cast<std::int64_t>((bits >> 32) * 301 >> 32)) / 1000;
}

}  // namespace ebb::inline routing
