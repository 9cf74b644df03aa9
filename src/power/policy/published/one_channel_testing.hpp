// One channel under a policy, for tests: bursts that follow each other after gaps, as those of a program that
// waits for each burst. No simulator: every time can be computed by hand.
#pragma once

#include <algorithm>
#include <vector>

#include "base/units.hpp"
#include "power/policy/policy.hpp"

namespace ebb::inline power {

class OneChannel {
 public:
  OneChannel(Policy& policy, BitsPerSecond rate, Picoseconds wake, Picoseconds sleep = {})
      : policy_(policy), rates_({{0}, rate}), wake_(wake), sleep_(sleep), rate_(rate) {
    policy.fit(rates_, {.path_channels = 1,
                        .epoch = 10_us,
                        .output_queue = 1'000'000_B,
                        .longest_change = wake + sleep,
                        .packet = 1500_B});
  }

  /// Sends a burst after each gap. Each gap begins when the burst before has been sent.
  void send(const std::vector<Picoseconds>& gaps, Bytes burst) {
    for (const Picoseconds gap : gaps) {
      const Picoseconds arrival = idle_since_ + gap;
      go_on_until(arrival);
      queued_ = burst;
      if (queued_ >= at_length_ && !is_changing()) evaluate(Cause::queue);
      while (is_changing() || rate_.v == 0) step(next());
      late += now_ - arrival;
      const Picoseconds sent = now_ + wire_time(burst, rate_);
      is_busy_ = true;
      go_on_until(sent);
      is_busy_ = false, queued_ = {}, idle_since_ = sent;
      ++bursts;
    }
  }

  Picoseconds total() const { return now_; }
  double share(Picoseconds part) const { return static_cast<double>(part.v) / static_cast<double>(now_.v); }

  Picoseconds asleep{}, late{};  ///< time off; how long bursts waited for the channel
  int bursts = 0;

 private:
  static constexpr Picoseconds never = Decision::never;

  bool is_changing() const { return changed_ != never; }
  Picoseconds next() const { return is_changing() ? changed_ : look_; }
  void go_on_until(Picoseconds end) {
    while (next() < end) step(next());
    pass(end);
  }
  void pass(Picoseconds time) {
    if (rate_.v == 0 && !is_changing()) asleep += time - now_;
    now_ = time;
  }
  void step(Picoseconds time) {
    pass(std::max(time, now_));
    if (is_changing()) changed_ = never, rate_ = want_;
    evaluate(queued_.v > 0 ? Cause::queue : Cause::time);
  }
  void evaluate(Cause cause) {
    ChannelView view;
    view.rate = rate_, view.queued = queued_, view.cause = cause, view.memory = memory_;
    view.since = now_ - looked_, view.idle_for = is_busy_ ? Picoseconds{0} : now_ - idle_since_;
    const Decision d = policy_.decide(view, rates_);
    memory_ = d.memory, looked_ = now_, at_length_ = d.evaluate_at;
    look_ = d.evaluate_after == never ? never : now_ + std::max(d.evaluate_after, 1_ns);
    if (d.want == rate_) return;
    want_ = d.want;
    changed_ = now_ + (want_.v == 0 ? sleep_ : wake_);
  }

  Policy& policy_;
  RateLevels rates_;
  Picoseconds wake_, sleep_;
  BitsPerSecond rate_, want_ = rate_;
  Picoseconds now_{}, idle_since_{}, looked_{}, look_ = 1_ns, changed_ = never;
  Bytes queued_{}, at_length_ = Decision::no_queue;
  ChannelMemory memory_{};
  bool is_busy_ = false;
};

}  // namespace ebb::inline power
