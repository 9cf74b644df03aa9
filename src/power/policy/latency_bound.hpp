// By how much packets may arrive later than at full rate, and the account of it that a network keeps: every
// packet that arrives pays in, and every channel takes out what it has made packets late.
//
// What a slow wire costs the packets that pass it is known exactly where it happens. What it costs those that
// have not reached it yet, for lack of credits or room, shows only as waiting, and packets wait for each
// other at full rate too. So wires are charged a multiple of what they cost by themselves. The multiple
// begins as the policy says and is corrected by what is waited more than at full rate.
#pragma once

#include <algorithm>
#include <cstdint>

#include "base/units.hpp"

namespace ebb::inline power {

struct LatencyBound {
  Picoseconds per_packet{};  ///< by which one may be later in the mean, from end to end
  Picoseconds kept{1};       ///< most that a host's packets can have saved up
  double factor = 1;         ///< by how much later packets are than wires alone make them, as a first guess
  Picoseconds waiting{-1};   ///< all lateness of a packet at full rate; negative: not known
};

/// How late packets are, compared with wires of full rate.
struct AddedDelay {
  std::int64_t packets = 0;   ///< that arrived
  std::int64_t by_wires = 0;  ///< that serve the same packets whenever these have credits
  std::int64_t in_all = 0;    ///< without anybody before them, but for others of the same source

  void add(const AddedDelay& o) { packets += o.packets, by_wires += o.by_wires, in_all += o.in_all; }
};

/// The account of a whole network. It is closed once an epoch, and channels are shown what it was an epoch
/// ago, because word takes time to spread. It does not matter when and how often it is asked.
struct DelayBudget {
  LatencyBound latency_bound;
  double most = 1;  ///< that can be saved up
  AddedDelay pending;
  double packets = 0, by_wires = 0, in_all = 0;  ///< of all that is closed
  double balance = 0;
  std::int64_t next_close = 0;
  double left = 0;  ///< as channels see it: a share of the most; negative: later than promised

  /// Closes the account, if it is time. It must be called before anything that happens at or after `now`.
  void close(std::int64_t now, std::int64_t epoch) {
    if (now < next_close) return;
    left = balance / most;
    const auto arrived = static_cast<double>(pending.packets), lost = static_cast<double>(pending.by_wires);
    packets += arrived, by_wires += lost, in_all += static_cast<double>(pending.in_all);
    balance =
        std::min(most, balance + arrived * static_cast<double>(latency_bound.per_packet.v) - lost * factor());
    pending = {};
    if (now - next_close >= epoch) left = balance / most;
    next_close = (now / epoch + 1) * epoch;
  }

  /// Returns the multiple that wires are charged. The policy's first guess weighs as much as half of all
  /// waiting at full rate, which comes and goes, and a quarter of what can be saved up.
  double factor() const {
    constexpr double largest = 100;
    if (latency_bound.waiting.v < 0) return latency_bound.factor;
    const double usual = packets * static_cast<double>(latency_bound.waiting.v),
                 weight = usual / 2 + most / 4;
    return std::clamp((latency_bound.factor * weight + in_all - usual) / (weight + by_wires), 1.0, largest);
  }
};

}  // namespace ebb::inline power
