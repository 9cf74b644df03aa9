// A power budget (the patent's "performance requirement according to a specified energy usage"): the user
// states what all channels together may draw, and it is spent where it saves most waiting.
//
// At every evaluation a channel bids for rate levels (power_bid.hpp). Once an epoch the network's budget is
// closed (power/control/power_budget.hpp): all bids are compared, and every channel learns from which value
// on steps keep or get their power. So power moves to where it is needed within two to three epochs. A
// channel gets a faster rate only with power that nobody else may use: the power of a slower rate is free for
// others when the change to it is over. Therefore the limit holds at any time, not only on average.
#pragma once

#include <string>
#include <tuple>

#include "base/open_ranges.hpp"
#include "base/problem.hpp"
#include "base/units.hpp"
#include "power/policy/policy.hpp"

namespace ebb::inline power {

struct PowerBudgetPolicy final : Policy {
  double share = 0.6, hold = 0.5;
  Watts watts{};
  std::string device;

  static constexpr auto fields() {
    using P = PowerBudgetPolicy;
    return std::tuple{
        field("share", &P::share, "of the power of all channels at full rate: the most that they may take",
              some_share),
        field("watts", &P::watts, "the most that all channels may take, in place of `share`; 0: by `share`"),
        field("device", &P::device,
              "whose power of a port at each rate is counted; \"\": in proportion to the rate"),
        field("hold", &P::hold,
              "of the packets expected in the last epoch that are still expected after a quiet one",
              a_share)};
  }
  Problems check() const override;
  Requirements requirements() const override;
  Problems fit(const RateLevels& rates, const PolicyContext& around) override;
  Decision decide(const ChannelView& channel, const RateLevels& rates) const override;

 private:
  double expected(const ChannelView& channel, double before) const;

  Bytes packet_{2048};
};

}  // namespace ebb::inline power
