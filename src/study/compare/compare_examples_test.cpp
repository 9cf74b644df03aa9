// The example that compares all policies, on a small network and for a short time.
#include <gtest/gtest.h>

#include "catalogue/policies.hpp"
#include "study/compare/compare_testing.hpp"

namespace ebb::inline study {
namespace {

const PolicyPoint* starting_with(const PolicyComparison& comparison, std::string_view name) {
  for (const PolicyPoint& p : comparison.points)
    if (p.policy.starts_with(name)) return &p;
  return nullptr;
}

TEST(CompareExamples, HaveEveryPolicyOnOneTable) {
  const std::vector<std::string> short_and_small{"topology.c=4", "topology.k=4", "run.most_time=600us"};
  const auto c = compare_policies("examples/compare-every-policy.toml", short_and_small);
  ASSERT_TRUE(c) << to_text(c.problems());
  for (const auto& entry : policies()) {
    if (entry.name == "dynamic_topology" || entry.name == "link_shutdown" || entry.name == "tcep" ||
        entry.name == "sleeping_switches")
      continue;  // not with this routing
    EXPECT_NE(starting_with(*c, entry.name), nullptr) << entry.name << " is not in the example";
  }
  for (const PolicyPoint& p : c->points) {
    ASSERT_TRUE(p.of_full.at(0)) << p.policy;
    EXPECT_GT(*p.of_full[0], *c->points[0].of_full[0] / 2) << p.policy << " is far below the ideal";
    EXPECT_LE(*p.of_full[0], 1) << p.policy;
  }
  // At a fixed rate, power is exactly that rate's share: the start at full rate is not in the measured time.
  const struct {
    const char* policy;
    double share;
  } fixed[] = {{"static (rate = 2.5Gb/s)", 1.0 / 16},
               {"static (rate = 5Gb/s)", 1.0 / 8},
               {"static (rate = 10Gb/s)", 1.0 / 4},
               {"static (rate = 20Gb/s)", 1.0 / 2}};
  for (const auto& f : fixed) {
    const PolicyPoint* point = starting_with(*c, f.policy);
    ASSERT_NE(point, nullptr) << f.policy;
    EXPECT_NEAR(*point->of_full[0], f.share, 1e-9) << f.policy;
    EXPECT_FALSE(point->best) << f.policy;
  }
  // No policy has less latency than full rate. In so short a run the latency may be unknown.
  const PolicyPoint& full = *starting_with(*c, "always full rate");
  EXPECT_EQ(full.best, full.verdict != Verdict::undecided);
  for (const PolicyPoint& p : c->points) EXPECT_FALSE(p.best && p.verdict == Verdict::undecided) << p.policy;
}

/// A training step of a small model, whose links take 10 us to wake.
TEST(CompareExamples, JudgeAJobByItsTime) {
  const auto c =
      compare_policies("examples/compare-training.toml",
                       {"control.wake=10us", "traffic.workload.hidden=512", "traffic.workload.sequence=512",
                        "traffic.workload.teraflops=3", "traffic.workload.steps=4"});
  ASSERT_TRUE(c) << to_text(c.problems());
  const PolicyPoint *full = starting_with(*c, "always full rate"), *hints = starting_with(*c, "hints"),
                    *sleep = starting_with(*c, "idle_sleep"), *clock = starting_with(*c, "step_clock");
  ASSERT_TRUE(full && hints && sleep && clock);
  EXPECT_EQ(full->run_time_increase, 0);
  EXPECT_EQ(full->job_energy, 1);
  EXPECT_EQ(full->job_energy_between_switches, 1);
  EXPECT_GT(*sleep->run_time_increase, 0.001);
  EXPECT_LT(*clock->run_time_increase, *sleep->run_time_increase);
  EXPECT_LT(*sleep->job_energy, 0.9);
  EXPECT_LT(*hints->job_energy_between_switches, *clock->job_energy_between_switches);
  EXPECT_EQ(sleep->cost, 100 * *sleep->run_time_increase) << "what policies are judged by";
}

}  // namespace
}  // namespace ebb::inline study
