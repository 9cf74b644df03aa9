// Policies that ebb does not know, as a plugin brings them, get everything that built-in ones get.
#include <gmock/gmock.h>

#include "base/folder_testing.hpp"
#include "experiment/read/run_config.hpp"
#include "experiment/run/prepared_run.hpp"
#include "experiment/run/small_run_testing.hpp"

namespace ebb::inline experiment {
namespace {
using testing::HasSubstr;

/// Always the slowest rate; never asks how late packets are.
struct Careless final : Policy {
  Picoseconds bound = 1_us;
  double percent = 0;
  Problems check() const override { return {}; }
  Requirements requirements() const override {
    LatencyBound stated;
    stated.bound = bound, stated.percent = percent, stated.per_packet = bound, stated.kept = bound;
    return {.full_rate_latency = true, .latency_bound = stated};
  }
  Problems fit(const RateLevels&, const PolicyContext& context) override {
    if (!context.full_rate || context.full_rate->mean.v > 0) return {};
    return {{"bound", "nothing arrived", "send something"}};
  }
  Decision decide(const ChannelView&, const RateLevels& rates) const override {
    return {rates.slowest(), "whatever it costs"};
  }
};

struct Odd final : Policy {
  Problems check() const override { return {}; }
  Decision decide(const ChannelView&, const RateLevels&) const override {
    return {{7'000'000'000}, "a rate of its own"};
  }
};

struct OwnPolicy : testing::Test {
  /// Runs a small network under this policy; null: under the one of the settings.
  Result<RunResult> result_of(std::unique_ptr<Policy> policy, const std::vector<std::string>& settings = {}) {
    auto input = read_run(folder_.write("run.toml", small_butterfly + std::string(R"([traffic]
load = 0.1
[run]
most_time = "300us"
[control]
policy = "halve_double"
)")),
                          settings);
    if (!input) return input.problems();
    if (policy) input->control.policy = std::move(policy);
    auto prepared = prepare_run(std::move(*input));
    if (!prepared) return prepared.problems();
    return run_or_problems(**prepared);
  }
  static std::unique_ptr<Careless> careless(Picoseconds bound, double percent = 0) {
    auto policy = std::make_unique<Careless>();
    policy->bound = bound, policy->percent = percent;
    return policy;
  }

 private:
  TestFolder folder_;
};

TEST_F(OwnPolicy, WithALatencyBoundHasAnOutcomeAsABuiltInOne) {
  const auto own = result_of(careless(1_us)),
             usual = result_of(nullptr, {"control.policy={name=\"latency_bound\",bound=\"1us\"}"});
  ASSERT_TRUE(own && usual) << to_text(own ? usual.problems() : own.problems());
  ASSERT_TRUE(own->latency_bound && usual->latency_bound);
  EXPECT_EQ(own->latency_bound->of, "mean");
  EXPECT_EQ(own->latency_bound->bound, 1_us);
  EXPECT_EQ(own->latency_bound->full_rate_ps, usual->latency_bound->full_rate_ps)
      << "the run at full rate is the same, whatever the policy does";
  EXPECT_EQ(own->latency_bound->kept(), false);
  const auto share = result_of(careless({}, 50));
  ASSERT_TRUE(share && share->latency_bound);
  EXPECT_NEAR(static_cast<double>(share->latency_bound->bound.v), *share->latency_bound->full_rate_ps / 2, 1);
}

TEST_F(OwnPolicy, ThatRequestsARateThatIsNoLevelStopsTheRunWithItsNameAndTheLevels) {
  for (const char* threads : {"run.threads=1", "run.threads=2"}) {
    auto policy = std::make_unique<Odd>();
    policy->set_name("odd");
    const auto result = result_of(std::move(policy), {threads});
    ASSERT_FALSE(result);
    ASSERT_EQ(result.problems().size(), 1u) << to_text(result.problems());
    EXPECT_THAT(result.problems()[0].where, HasSubstr("control.policy"));
    EXPECT_THAT(result.problems()[0].what,
                HasSubstr("\"odd\" requested 7Gb/s at 10us, but the rate levels of the channel are 2.5Gb/s, "
                          "5Gb/s, 10Gb/s, 20Gb/s, 40Gb/s"));
    EXPECT_THAT(result.problems()[0].hint, HasSubstr("decide() must return one of `rates`"));
  }
}

}  // namespace
}  // namespace ebb::inline experiment
