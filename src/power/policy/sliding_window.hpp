// The patent's window: an array of bits, one for each past slot of time, 1 when the channel was busy in it.
// Its population count over its length is the utilisation. Below one threshold the rate goes down a level,
// above the other it goes up. After a change the policy waits until the window holds only slots of the new
// rate.
// With `flit`, the window is as the patent prints it: a bit for each time in which a flit could be sent, 1
// when one was. The window is read when all its bits are of this rate, and compared with one target. Its
// count is the number of flits sent, so no bit is stored.
#pragma once

#include <algorithm>
#include <bit>

#include "base/open_ranges.hpp"
#include "base/problem.hpp"
#include "base/units.hpp"
#include "power/policy/policy.hpp"
#include "power/policy/starved.hpp"

namespace ebb::inline power {

struct SlidingWindow final : Policy {
  std::int64_t slots = 16;
  Picoseconds slot = 1_us;
  double low = 0.25, high = 0.6, busy = 0.5, target = 0.5;
  Bytes flit{};
  Starved starved = Starved::literal;

  static constexpr auto fields() {
    return std::tuple{
        field("slots", &SlidingWindow::slots,
              "of the window, 1 to 64; with `flit`, 1 to 65536: the patent has 1024", {1, 65536}),
        field("slot", &SlidingWindow::slot, "length of a slot: the channel is looked at after each",
              {1_ns, an_hour}),
        field("busy", &SlidingWindow::busy, "busy share from which on a slot counts as busy", a_part),
        field("low", &SlidingWindow::low, "share of busy slots below which the next slower rate is chosen",
              a_part),
        field("high", &SlidingWindow::high, "share of busy slots above which the next faster one is chosen",
              a_part),
        field("flit", &SlidingWindow::flit,
              "as the patent prints it: a slot is the time of a flit of this size at the channel's rate, and "
              "`target` takes the place of `slot`, `busy`, `low` and `high`; 0: not",
              {Bytes{0}, Bytes{65536}}),
        field("target", &SlidingWindow::target,
              "with `flit`: share of busy slots below which the rate is halved, above which it is doubled",
              a_part),
        field("starved", &SlidingWindow::starved, starved_help)};
  }
  Problems check() const override {
    Problems problems;
    if (slots < 1 || (slots > 64 && flit.v == 0))
      problems.push_back({"slots", "must be between 1 and 64",
                          "one bit of a 64-bit word for each; a longer window needs a `flit`"});
    require_share(problems, "target", target);
    require_positive(problems, "slot", slot, "1us");
    require_share(problems, "busy", busy);
    require_share(problems, "low", low);
    require_share(problems, "high", high);
    if (problems.empty() && !(low < high))
      problems.push_back({"low", "must be less than high", "between the two a channel keeps its rate"});
    return problems;
  }
  Problems fit(const RateLevels& rates, const PolicyContext& place) override {
    longest_ = window(rates.slowest());
    const Picoseconds shortest = window(rates.fastest());
    if (shortest > place.longest_change) return {};
    return {{"slots",
             "make a window of " + quantity_text(shortest) + ", no longer than a change of " +
                 quantity_text(place.longest_change),
             "it would see little but transition time: take more slots or longer ones"}};
  }

  Requirements requirements() const override {
    return {.clocks = {.epochs = 0, .longest = flit.v > 0 ? longest_ : slot * slots}};
  }
  /// The memory's `bits` are the slots, the newest lowest, and `level` is how many of them are of this rate.
  Decision decide(const ChannelView& channel, const RateLevels& rates) const override {
    if (flit.v > 0) return by_flits(channel, rates);
    ChannelMemory memory = channel.memory;
    const std::uint64_t all = slots == 64 ? ~std::uint64_t{0} : (std::uint64_t{1} << slots) - 1;
    memory.bits = (memory.bits << 1 | (channel.utilisation >= busy ? 1 : 0)) & all;
    memory.level += 1;
    const auto answer = [&](BitsPerSecond want, std::string_view why) {
      if (want != channel.rate) memory = {};
      return Decision{.want = want, .why = why, .evaluate_after = slot, .memory = memory};
    };
    if (memory.level < static_cast<double>(slots)) return answer(channel.rate, "the window is not full yet");
    const double share = static_cast<double>(std::popcount(memory.bits)) / static_cast<double>(slots);
    if (share > high)
      return answer(rates.next_faster(channel.rate), "more busy slots than the upper threshold");
    if (share < low && held(starved, channel)) return answer(channel.rate, held_why);
    if (share < low)
      return answer(rates.next_slower(channel.rate), "fewer busy slots than the lower threshold");
    return answer(channel.rate, "between the thresholds");
  }

 private:
  Picoseconds window(BitsPerSecond rate) const {
    return flit.v > 0 ? wire_time(Bytes{flit.v * slots}, rate) : slot * slots;
  }
  /// Slots in which the channel changed its rate are 0.
  Decision by_flits(const ChannelView& channel, const RateLevels& rates) const {
    const std::int64_t ones = std::min(slots, (channel.sent.v + flit.v - 1) / flit.v);
    const double share = static_cast<double>(ones) / static_cast<double>(slots);
    Decision decision{channel.rate, "on target"};
    if (share > target)
      decision = {rates.next_faster(channel.rate), "more flits than the target"};
    else if (share < target && held(starved, channel))
      decision.why = held_why;
    else if (share < target)
      decision = {rates.next_slower(channel.rate), "fewer flits than the target"};
    decision.evaluate_after = window(std::max(decision.want, rates.slowest()));
    return decision;
  }

  Picoseconds longest_{};
};

}  // namespace ebb::inline power
