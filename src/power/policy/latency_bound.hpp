// The latency bound: by how much packets may arrive later than at full rate. The network keeps one delay
// budget for it. Every packet that arrives adds the bound to the budget, and every channel subtracts the
// delay that it adds to packets.
//
// The delay that a slow wire adds to the packets that pass it is known exactly. The delay of packets that
// have not reached it yet, for lack of credits or buffer space, shows only as waiting, and packets wait for
// each other at full rate too. So wires are charged a multiple of their own added delay. The multiple starts
// at the policy's value and is corrected by how much longer packets wait than at full rate.
#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <string_view>

#include "base/units.hpp"

namespace ebb::inline power {

/// The figure of the packets' latency that is bounded.
enum class BoundedFigure : std::uint8_t { mean, p99 };
constexpr auto names_of(BoundedFigure) { return std::array<std::string_view, 2>{"mean", "p99"}; }

struct LatencyBound {
  // As the user states it, for the report:
  BoundedFigure of = BoundedFigure::mean;
  Picoseconds bound{};     ///< by how much the figure may grow; unused with `percent`
  double percent = 0;      ///< the same in percent of the latency at full rate; 0: `bound` states it
  Picoseconds baseline{};  ///< the latency at full rate, where it is stated; 0: a run at full rate tells
  // For the delay budget; all zero until the latency at full rate is known, where that is required:
  Picoseconds per_packet{};  ///< mean added delay that is allowed, from end to end
  Picoseconds kept{1};       ///< most that a host's packets can have saved up
  double factor = 1;         ///< first estimate of a packet's whole added delay over that of wires alone
  Picoseconds waiting{-1};   ///< all delay of a packet at full rate; negative: unknown
};

/// The added delay of packets, compared with wires of full rate.
struct AddedDelay {
  std::int64_t packets = 0;   ///< that arrived
  std::int64_t by_wires = 0;  ///< against full-rate wires that serve the same packets with the same credits
  std::int64_t in_all = 0;    ///< against no packets ahead, except those of the same source

  void add(const AddedDelay& o) { packets += o.packets, by_wires += o.by_wires, in_all += o.in_all; }
};

/// The delay budget of a whole network. It is closed once an epoch, and channels see its value of an epoch
/// ago, because the value takes time to propagate. The result does not depend on when and how often it is
/// read.
struct DelayBudget {
  LatencyBound latency_bound;
  double most = 1;  ///< of the budget that can be saved up
  AddedDelay pending;
  double packets = 0, by_wires = 0, in_all = 0;  ///< of all closed epochs
  double balance = 0;
  std::int64_t next_close = 0;
  double left = 0;  ///< as channels see it: a share of `most`; negative: above the latency bound

  /// Closes the budget's epoch, if it is time. It must be called before anything that happens at or after
  /// `now`.
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

  /// Returns the multiple that wires are charged. The policy's first estimate weighs as much as half of all
  /// waiting at full rate, which varies, and a quarter of what can be saved up.
  double factor() const {
    constexpr double largest = 100;
    if (latency_bound.waiting.v < 0) return latency_bound.factor;
    const double usual = packets * static_cast<double>(latency_bound.waiting.v),
                 weight = usual / 2 + most / 4;
    return std::clamp((latency_bound.factor * weight + in_all - usual) / (weight + by_wires), 1.0, largest);
  }
};

}  // namespace ebb::inline power
