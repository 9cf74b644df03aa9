// Predicts the next gap of a channel from the kinds of the last ones (n-grams), sleeps at once when it is to
// be long, and wakes shortly before its end. The idea is that of Dickov and others (ICPP 2014), whose
// predictor sees the calls of MPI; their n-grams are recalled, not read, and what follows differs:
// - A channel knows its gaps only: their lengths, in four kinds by multiples of the wake time.
// - A prediction counts once it was right twice more often than wrong; before that, or where no long gap is
//   expected, the channel sleeps after `unsure`.
// - A gap that outlasts its prediction is a new one: the channel sleeps until there is traffic.
#pragma once

#include <algorithm>

#include "base/problem.hpp"
#include "base/units.hpp"
#include "power/policy/idle_state.hpp"
#include "power/policy/published/gap_grams.hpp"

namespace ebb::inline power {

struct NgramSleep final : Policy {
  std::int64_t n = 3;
  Picoseconds unsure = 10_us;
  double margin = 0.1;
  IdleState idle_state = IdleState::slowest;
  ShutdownUnit unit = ShutdownUnit::cable;

  static constexpr auto fields() {
    return std::tuple{field("n", &NgramSleep::n, "gaps of an n-gram, the predicted one included", {2, 3}),
                      field("unsure", &NgramSleep::unsure,
                            "without traffic, after which it sleeps without a prediction", {1_ns, an_hour}),
                      field("margin", &NgramSleep::margin,
                            "it wakes ahead of the predicted end by this share", {0.001, 0.5}),
                      field("idle_state", &NgramSleep::idle_state, "state of a sleeping channel"),
                      field("unit", &NgramSleep::unit, unit_help)};
  }
  Problems check() const override {
    Problems problems;
    if (n < 2 || n > 3)
      problems.push_back({"n", fmt::format("is {}, but must be 2 or 3", n), "3 looks at two gaps before"});
    require_positive(problems, "unsure", unsure, "10us");
    if (!(margin > 0 && margin <= 0.5))
      problems.push_back({"margin", "must be above 0 and at most 0.5", "for example: 0.1"});
    return problems;
  }
  Problems fit(const RateLevels& rates, const PolicyContext& around) override {
    wake_ = std::max(around.longest_change, 8_ns);
    return check_idle_state(idle_state, rates);
  }
  Requirements requirements() const override {
    return {.queue = true,
            .single_channels = goes_off_alone(idle_state, unit),
            .clocks = {.epochs = 0, .longest = unsure}};
  }

  Decision decide(const ChannelView& channel, const RateLevels& rates) const override {
    GapGrams grams = GapGrams::of(channel.memory);
    const Picoseconds least{wake_.v / 8};
    const bool is_gap = channel.idle_for >= least;
    Decision decision;
    if (channel.waiting().v > 0) {
      if (is_gap && !grams.has_learned) grams.learn(channel.idle_for, wake_, n - 1);
      grams.has_learned = is_gap;
      decision = {.want = rates.fastest(),
                  .why = "there is something to send",
                  .evaluate_after = wire_time(channel.waiting(), rates.fastest()) + least};
    } else {
      grams.has_learned = false;
      decision = is_gap ? in_gap(channel, grams, rates)
                        : awake("not idle for long enough", least - channel.idle_for, rates);
    }
    decision.memory = grams.memory();
    return decision;
  }

 private:
  Decision in_gap(const ChannelView& channel, const GapGrams& grams, const RateLevels& rates) const {
    const Picoseconds now = channel.idle_for;
    const GapGrams::Expected expected = grams.next(n - 1);
    const bool is_sure = expected.certainty >= GapGrams::sure;
    const Picoseconds end = is_sure ? grams.shortest(expected.kind) : Picoseconds{0};
    const Picoseconds awake_from = part(end, 1 - margin) - wake_, until = part(end, 1 + margin);
    if (end.v > 0 && now < awake_from)
      return asleep("a long gap is expected: asleep", awake_from - now, rates);
    if (end.v > 0 && now < until) return awake("the gap is expected to end: awake", until - now, rates);
    if (end.v > 0 || now >= unsure) return asleep("longer than expected: asleep", Decision::never, rates);
    return awake(is_sure ? "a short gap is expected: awake" : "no prediction yet: awake", unsure - now,
                 rates);
  }
  static Decision awake(std::string_view why, Picoseconds after, const RateLevels& rates) {
    return {.want = rates.fastest(), .why = why, .evaluate_after = after, .evaluate_at = {1}};
  }
  Decision asleep(std::string_view why, Picoseconds after, const RateLevels& rates) const {
    return {.want = idle_rate(idle_state, rates), .why = why, .evaluate_after = after, .evaluate_at = {1}};
  }
  static Picoseconds part(Picoseconds time, double share) {
    return {static_cast<std::int64_t>(static_cast<double>(time.v) * share)};
  }

  Picoseconds wake_ = 1_us;  ///< as fitted
};

}  // namespace ebb::inline power
