// Each host keeps a number of messages under way: all at once at the beginning, then one more for each answer
// that comes back.
#pragma once

#include "traffic/arrivals.hpp"

namespace ebb {

struct ClosedLoop final : Arrivals {
  std::int64_t outstanding = 1;
  Picoseconds answer{}, think{};

  static constexpr auto fields() {
    return std::tuple{
        field("outstanding", &ClosedLoop::outstanding, "messages that each host keeps under way"),
        field("answer", &ClosedLoop::answer, "time from a message's delivery until its source knows of it"),
        field("think", &ClosedLoop::think, "time from the answer until the next message")};
  }
  Problems check() const override;
  Problems bind(const Offer& /*offer*/) override { return {}; }
  Picoseconds gap(Bytes /*size*/, HostMemory& memory) const override {
    return memory.state[arrivals_word]++ < outstanding ? Picoseconds{0} : never;
  }
  bool is_closed_loop() const override { return true; }
  Picoseconds answer_time() const override { return answer; }
  Picoseconds think_time() const override { return think; }
};

}  // namespace ebb
