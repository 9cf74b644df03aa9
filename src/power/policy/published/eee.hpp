// Energy Efficient Ethernet (IEEE 802.3az) with packet coalescing (Christensen et al. 2010). A channel enters
// low power idle (LPI) as soon as it has nothing to send. It wakes with the first packet; with coalescing,
// when `packets` wait or the first one has waited for `hold`.
//
// The standard's times are those of [control]: T_w is `wake`, T_s is `sleep`. A packet that arrives during
// T_s waits for its end, then for T_w. What differs, or is open:
// - A port knows how many bytes wait, not packets: `packets` are those of the largest size.
// - LPI begins within 100 ns of the last byte, not with it.
// - Refreshes during LPI are a part of the device's power in its idle state.
// - Fast wake of 40 Gb/s and above keeps the lanes aligned: that is another `wake` and another power of LPI.
#pragma once

#include "base/problem.hpp"
#include "base/units.hpp"
#include "power/policy/idle_sleep.hpp"

namespace ebb::inline power {

struct Eee final : Policy {
  std::int64_t packets = 1;
  Picoseconds hold = 12_us;
  IdleState idle_state = IdleState::slowest;
  ShutdownUnit unit = ShutdownUnit::cable;

  static constexpr auto fields() {
    return std::tuple{
        field("packets", &Eee::packets,
              "coalescing: of the largest size, that wait before the channel wakes; 1: none", {1, 100'000}),
        field("hold", &Eee::hold, "coalescing: longest time that fewer packets wait", {1_ns, an_hour}),
        field("idle_state", &Eee::idle_state, "low power idle: off, or the slowest rate"),
        field("unit", &Eee::unit, unit_help)};
  }
  Problems check() const override {
    Problems problems;
    if (packets < 1) problems.push_back({"packets", "must be positive", "1 wakes with the first packet"});
    require_positive(problems, "hold", hold, "12us");
    return problems;
  }
  Problems fit(const RateLevels& rates, const PolicyContext& around) override {
    rule_.idle = {}, rule_.hold = hold, rule_.idle_state = idle_state;
    rule_.wake_at = {packets > 1 ? packets * std::max<std::int64_t>(around.packet.v, 1) : 1};
    return rule_.fit(rates, around);
  }
  Requirements requirements() const override {
    return {.queue = true,
            .single_channels = goes_off_alone(idle_state, unit),
            .clocks = {.epochs = 0, .longest = hold}};
  }
  Decision decide(const ChannelView& channel, const RateLevels& rates) const override {
    return rule_.decide(channel, rates);
  }

 private:
  IdleSleep rule_;
};

}  // namespace ebb::inline power
