// Each host keeps a number of messages under way: all at once at the beginning, then one more for each that
// was delivered.
#pragma once

#include "traffic/arrivals.hpp"

namespace ebb::inline traffic {

/// All of them are made at once at the beginning.
inline constexpr std::int64_t most_outstanding = 65'536;

struct ClosedLoop final : Arrivals {
  std::int64_t outstanding = 1;
  Picoseconds pause{};

  static constexpr auto fields() {
    return std::tuple{
        field("outstanding", &ClosedLoop::outstanding, "messages that each host keeps under way",
              {1, most_outstanding}),
        field(
            "pause", &ClosedLoop::pause,
            "from a message's delivery until its source sends the next: the answer's way back and thinking")};
  }
  Problems check() const override;
  Problems bind(const Offer& /*offer*/) override { return {}; }
  Picoseconds gap(Bytes /*size*/, HostMemory& memory) const override {
    return memory.state[arrivals_word]++ < outstanding ? Picoseconds{0} : never;
  }
  bool is_closed_loop() const override { return true; }
  Picoseconds reply_after() const override { return pause; }
};

}  // namespace ebb::inline traffic
