#include "power/control/power_budget.hpp"

#include <gtest/gtest.h>

#include <numeric>

#include "base/random.hpp"
#include "power/policy/policy_testing.hpp"
#include "power/policy/power_budget_policy.hpp"

namespace ebb::inline power {
namespace {

/// The founding paper's chip: a channel of 1 W at 40 Gb/s has 0.42 W at 2.5 Gb/s.
const std::vector<std::int64_t> chip{420'000, 453'000, 520'000, 733'000, 1'000'000};

/// Channels of one class with a budget, evaluated once an epoch of 10 us.
struct SmallNetwork {
  SmallNetwork(std::size_t channels, double share, bool at_different_times = false)
      : memory(channels), level(channels, 0), staggered(at_different_times) {
    watts.limit = static_cast<std::int64_t>(share * 1e6 * static_cast<double>(channels));
    watts.microwatts = {chip};
    watts.settle = 8_us;
    const std::int64_t count = static_cast<std::int64_t>(channels);
    budget = PowerBudget(watts, std::span(&count, 1), 0, 0);
  }
  /// Evaluates all channels, which have sent so many bytes. Returns the most that they draw together while
  /// some change: a channel draws the power of the faster of its two rates, until 8 us after its evaluation.
  std::int64_t evaluate_all(const std::vector<std::int64_t>& sent) {
    const std::int64_t epoch = (10_us).v;
    std::vector<std::size_t> before = level;
    std::int64_t most = 0;
    for (std::uint32_t c = 0; c < memory.size(); ++c) {
      const std::int64_t at = now + (staggered ? epoch * c / static_cast<std::int64_t>(memory.size()) : 0);
      if (c == 0 || staggered) budget.close(at, epoch);
      PowerGrant grant = budget.grant(c, 0, at, staggered ? 0 : epoch);
      grant.in_force = static_cast<std::uint8_t>(before[c]);
      ChannelView view = after_epoch(infiniband_rates[level[c]], {sent[c]}, {}, memory[c]);
      view.power = &grant;
      const PowerBid old = bid_in(memory[c], level[c]);
      const Decision decision = policy.decide(view, infiniband_rates);
      memory[c] = decision.memory;
      budget.add(changes, old, c, 0, infiniband_rates, true);
      budget.add(changes, bid_in(memory[c], level[c]), c, 0, infiniband_rates);
      level[c] = infiniband_rates.level(decision.want);
      if (staggered) take_changes();
      most = std::max(most, used(before));
    }
    take_changes();
    now += epoch;
    return most;
  }
  /// The bids of a window count from the next one on.
  void take_changes() {
    budget.ledger().add(changes);
    changes.clear();
  }
  std::int64_t used(const std::vector<std::size_t>& before) const {
    std::int64_t sum = 0;
    for (std::size_t c = 0; c < level.size(); ++c) sum += chip[std::max(before[c], level[c])];
    return sum;
  }

  ChannelWatts watts;
  PowerBudget budget;
  PowerLedger changes;
  PowerBudgetPolicy policy;
  std::vector<ChannelMemory> memory;
  std::vector<std::size_t> level;
  std::int64_t now = 0;
  bool staggered;
};

TEST(PowerBudget, IsNeverExceededWhateverTheLoad) {
  for (const bool staggered : {false, true})
    for (const double share : {0.42, 0.45, 0.6, 0.9, 1.0}) {
      SmallNetwork network(40, share, staggered);
      Random random(7, 0, 0);
      for (int epoch = 0; epoch < 100; ++epoch) {
        std::vector<std::int64_t> sent(40, 0);
        for (std::int64_t& bytes : sent)  // most are idle, some have any load
          if (random.below(4) == 0) bytes = static_cast<std::int64_t>(random.below(50'000));
        ASSERT_LE(network.evaluate_all(sent), network.watts.limit)
            << share << " of full power, epoch " << epoch << (staggered ? ", staggered" : "");
      }
    }
}

TEST(PowerBudget, GoesToTheBusyChannels) {
  SmallNetwork network(10, 0.5);
  std::vector<std::int64_t> sent(10, 0);
  sent[3] = 40'000;
  for (int epoch = 0; epoch < 4; ++epoch) network.evaluate_all(sent);
  EXPECT_EQ(network.level[3], 4u) << "0.58 W more than the slowest rate; 0.8 W are free";
  sent[3] = 0, sent[7] = 40'000;
  for (int epoch = 0; epoch < 8; ++epoch) network.evaluate_all(sent);
  EXPECT_EQ(network.level[7], 4u);
  EXPECT_LT(network.level[3], 4u);
}

TEST(PowerBudget, IsSpentOnIdleChannelsWhereItIsEnoughForAll) {
  SmallNetwork network(10, 1.0);
  for (int epoch = 0; epoch < 4; ++epoch) network.evaluate_all(std::vector<std::int64_t>(10, 0));
  EXPECT_EQ(std::accumulate(network.level.begin(), network.level.end(), std::size_t{0}), 40u);
}

TEST(PowerLedger, ForgetsABidThatIsRemoved) {
  PowerLedger ledger;
  ledger.reserve(5);
  const PowerBid bid{.expected = 17, .reserved = 2};
  ledger.add(bid, infiniband_rates, chip, 3, 2);
  EXPECT_EQ(ledger.reserved(), 5 + 2 * 100'000);
  ledger.add(bid, infiniband_rates, chip, 3, -2);
  EXPECT_EQ(ledger.reserved(), 5);
  for (std::size_t b = 0; b < PowerGrant::buckets; ++b)
    EXPECT_TRUE(ledger.steps(b) == 0 && ledger.open_steps(b) == 0) << b;
}

TEST(PowerBid, StepsAreWorthLessTheFasterTheRate) {
  const PowerBid bid{.expected = 10};
  std::uint16_t before = PowerGrant::none;
  bid.each_step(infiniband_rates, chip, 0, [&](std::size_t, std::uint16_t bucket, std::int64_t) {
    EXPECT_LT(bucket, before);
    before = bucket;
  });
  EXPECT_GT(before, 0);
}

}  // namespace
}  // namespace ebb::inline power
