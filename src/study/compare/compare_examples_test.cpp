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
    if (entry.name == "dynamic_topology" || entry.name == "link_shutdown" ||
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

}  // namespace
}  // namespace ebb::inline study
