// Each host keeps a number of messages under way: all at once at the start, then one more for each delivery.
#pragma once

#include <algorithm>

#include "base/problem.hpp"
#include "base/units.hpp"
#include "traffic/arrival/arrivals.hpp"

namespace ebb::inline traffic {

/// All of them are created at once at the start.
inline constexpr std::int64_t most_outstanding = 65'536;

struct ClosedLoop final : Arrivals {
  std::int64_t outstanding = 1;
  Picoseconds pause{};

  static constexpr auto fields() {
    return std::tuple{
        field("outstanding", &ClosedLoop::outstanding, "messages that each host keeps in flight",
              {1, most_outstanding}),
        field("pause", &ClosedLoop::pause, "from a message's delivery until its source sends the next one")};
  }
  Problems check() const override;
  Problems bind(const Offer& offer) override {
    message_ps_ = offer.message_ps();
    return {};
  }
  Picoseconds gap(Bytes /*size*/, HostMemory& memory) const override {
    return gap_in_loop(outstanding, memory);
  }
  bool is_closed_loop() const override { return true; }
  Picoseconds reply_after() const override { return pause; }
  /// All hosts start together, and all pauses are equal. Hosts get out of step only by waiting for others, by
  /// about a message's time in each round, in any direction. Until they are spread over a pause, that takes
  /// the square of the number of such times in it, in rounds.
  Picoseconds memory() const override {
    const auto pause_ps = static_cast<double>(pause.v);
    const double steps = message_ps_ > 0 ? pause_ps / message_ps_ : 0;
    return {static_cast<std::int64_t>(std::min(longest_memory_ps, pause_ps * std::max(1.0, steps * steps)))};
  }

 private:
  static constexpr double longest_memory_ps = 1e18;  // eleven days: no run is that long
  double message_ps_ = 0;
};

}  // namespace ebb::inline traffic
