// A power budget in simulated networks: it holds in every window, and beats a fixed rate of the same energy.
#include <gmock/gmock.h>

#include "base/folder_testing.hpp"
#include "experiment/read/run_config.hpp"
#include "experiment/run/prepared_run.hpp"
#include "results/energy_result.hpp"
#include "results/run_result.hpp"
#include "results/run_series.hpp"

namespace ebb::inline experiment {
namespace {
using testing::HasSubstr;

/// 64 hosts whose bursts come at different times to different places.
constexpr const char* bursty = R"([topology]
name = "flattened_butterfly"
c = 4
k = 4
n = 3
[routing]
name = "minimal_adaptive"
[traffic.workload]
name = "search"
utilisation = 0.06
[energy]
devices = ["infiniband-36"]
[run]
warm_up = "200us"
least_time = "2ms"
most_time = "2ms"
batch = "10us"
[control]
policy = "halve_double"
)";

struct PowerBudgetRun : testing::Test {
  Result<RunResult> result_of(const std::vector<std::string>& settings) {
    auto input = read_run(folder_.write("run.toml", bursty), settings);
    if (!input) return input.problems();
    auto prepared = prepare_run(std::move(*input));
    if (!prepared) return prepared.problems();
    return run_or_problems(**prepared);
  }

 private:
  TestFolder folder_;
};

/// Returns the power of ideal channels in a window, relative to full rate. A change counts as the faster
/// rate.
double ideal_share(const RunResult& result, const std::vector<KindInBatch>& kinds) {
  double drawn = 0, all = 0;
  const std::size_t levels = result.rates.size();
  for (const KindInBatch& kind : kinds)
    for (std::size_t i = 0; i < kind.time_in.size(); ++i) {
      const double share = static_cast<double>(result.rates[i % levels].rate.v) /
                           static_cast<double>(result.rates.back().rate.v);
      drawn += share * kind.time_in[i].seconds(), all += kind.time_in[i].seconds();
    }
  return all > 0 ? drawn / all : 0;
}

TEST_F(PowerBudgetRun, HoldsInEveryWindowOfEveryKind) {
  for (const char* channels : {"independent", "paired"})
    for (const char* how : {"control.transition=leave", "control.transition=drain", "control.staggered=true",
                            "switch.forwarding=store_and_forward"}) {
      const auto result = result_of({"control.policy={name=\"power_budget\",share=0.3}",
                                     std::string("control.channels=") + channels, how, "run.warm_up=100us",
                                     "run.least_time=600us", "run.most_time=600us"});
      ASSERT_TRUE(result) << to_text(result.problems());
      ASSERT_EQ(result->series.kinds.size(), 60u) << "windows of an epoch";
      double most = 0;
      for (const auto& window : result->series.kinds) most = std::max(most, ideal_share(*result, window));
      EXPECT_LE(most, 0.3) << channels << ", " << how;
      // Paired channels reserve the power of both, so they spend less.
      EXPECT_GT(most, std::string(channels) == "paired" ? 0.18 : 0.25) << "it is spent: " << channels << how;
    }
}

TEST_F(PowerBudgetRun, BeatsAFixedRateOfTheSameEnergyForEverySeed) {
  for (int seed = 1; seed <= 5; ++seed) {
    const std::string random = "run.seed=" + std::to_string(seed);
    const auto budget = result_of({"control.policy={name=\"power_budget\",share=0.25}", random}),
               fixed = result_of({"control.policy={name=\"static\",rate=\"10Gb/s\"}", random});
    ASSERT_TRUE(budget && fixed) << to_text(budget ? fixed.problems() : budget.problems());
    EXPECT_LT(budget->statistics.packet_latency.mean_ps, fixed->statistics.packet_latency.mean_ps) << seed;
    EXPECT_LE(budget->energy[0].of_full.value(), fixed->energy[0].of_full.value()) << seed;
  }
}

TEST_F(PowerBudgetRun, CountsTheWattsOfADevice) {
  const auto result =
      result_of({"control.policy={name=\"power_budget\",share=0.6,device=\"infiniband-36\"}"});
  ASSERT_TRUE(result) << to_text(result.problems());
  for (const EnergyResult& energy : result->energy) {
    if (energy.table != "infiniband-36, as cabled") continue;
    EXPECT_LE(energy.of_full.value(), 0.6);
    EXPECT_GT(energy.of_full.value(), 0.57) << "it is spent";
  }
}

TEST_F(PowerBudgetRun, RefusesLessThanTheSlowestRatesNeed) {
  const auto share = result_of({"control.policy={name=\"power_budget\",share=0.3,device=\"infiniband-36\"}"}),
             watts =
                 result_of({"control.policy={name=\"power_budget\",watts=\"1W\",device=\"infiniband-36\"}"}),
             none = result_of({"control.policy={name=\"power_budget\",watts=\"1W\"}"});
  ASSERT_FALSE(share);
  EXPECT_THAT(to_text(share.problems()), HasSubstr("control.policy.share: is 0.3, but all channels at their "
                                                   "slowest rate use"));
  ASSERT_FALSE(watts);
  EXPECT_THAT(to_text(watts.problems()), HasSubstr("control.policy.watts: are 1W, but all channels"));
  ASSERT_FALSE(none);
  EXPECT_THAT(to_text(none.problems()), HasSubstr("how many watts has a port"));
}

}  // namespace
}  // namespace ebb::inline experiment
