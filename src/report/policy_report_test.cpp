#include "report/policy_report.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <nlohmann/json.hpp>

#include "report/promise_text.hpp"

namespace ebb::inline report {
namespace {

using testing::HasSubstr, testing::Not;

PromiseResult promise(Picoseconds bound, std::optional<double> increase_ps) {
  return {.of = "mean",
          .bound = bound,
          .percent = 0,
          .full_rate_ps = {},
          .full_rate_run = {},
          .increase_ps = increase_ps};
}

PolicyComparison three_policies() {
  PolicyComparison c;
  c.tables = {"ideal", "mine"};
  PolicyPoint kept{
      .policy = "careful", .of_full = {0.8, 0.9}, .verdict = Verdict::warm, .verdict_text = "warm"};
  kept.mean_increase_ps = 1e6, kept.carried_of_full = 1, kept.promise = promise(2_us, 1e6);
  PolicyPoint broken{
      .policy = "hasty", .of_full = {0.4, {}}, .verdict = Verdict::warm, .verdict_text = "warm"};
  broken.mean_increase_ps = 3e6, broken.carried_of_full = 1;
  broken.promise = promise(2_us, 3e6);
  PolicyPoint slow{
      .policy = "slow", .of_full = {0.1, 0.5}, .verdict = Verdict::undecided, .verdict_text = "undecided"};
  slow.carried_of_full = 0.5, slow.no_latency = "it carried only 50.0 % of what always full rate did";
  c.points = {kept, broken, slow};
  return c;
}

TEST(PolicyReport, ABrokenPromiseIsSeen) {
  const Table table = policy_table({{{}, three_policies()}}, "mine.toml");
  EXPECT_THAT(to_csv(table), HasSubstr("careful,80,90,1,,,100,warm,,kept\r\n"));
  EXPECT_THAT(to_csv(table), HasSubstr("hasty,40,,3,,,100,warm,,BROKEN\r\n"));
  EXPECT_THAT(to_text(table),
              HasSubstr("hasty: its promise is broken: mean latency may grow by 2.00 us and grew "
                        "by 3.00 us\n"));
}

TEST(PolicyReport, WhatIsNotKnownHasItsReason) {
  const std::string text = to_text(policy_table({{{}, three_policies()}}, "mine.toml"));
  EXPECT_THAT(text, HasSubstr("no latency of slow: it carried only 50.0 % of what always full rate did\n"));
  EXPECT_THAT(text, HasSubstr("no energy: the device does not say"));
}

TEST(PolicyReport, WhereNobodyPromisesThereIsNoSuchColumn) {
  PolicyComparison c = three_policies();
  c.points = {c.points[2]};
  EXPECT_THAT(to_csv(policy_table({{{}, c}}, "mine.toml")), Not(HasSubstr("promise")));
  EXPECT_THAT(to_text(policy_table({{{}, c}}, "mine.toml")), Not(HasSubstr("no energy")));
}

TEST(PromiseText, SaysWhetherItWasKeptAndHowThatIsKnown) {
  PromiseResult p = promise(5_us, {});
  EXPECT_EQ(
      promise_text(promise_json(p), "mine.toml"),
      "mean latency of packets may grow by 5.00 us: whether it was kept is not known without a run at full "
      "rate; `ebb compare-policies mine.toml` makes one");
  p.percent = 50, p.full_rate_ps = 10e6, p.full_rate_run = Verdict::warm, p.increase_ps = 5e6;
  EXPECT_EQ(
      promise_text(promise_json(p), "mine.toml"),
      "mean latency of packets may grow by 5.00 us, 50 % of full rate's 10.00 us (from a run at full rate "
      "first: warm): kept, it grew by 5.00 us");
  p.full_rate_run.reset(), p.increase_ps = 5e6 + 1;
  EXPECT_EQ(promise_text(promise_json(p), "mine.toml"),
            "mean latency of packets may grow by 5.00 us, 50 % of full rate's 10.00 us (as stated): BROKEN, "
            "it grew "
            "by 5.00 us");
}

}  // namespace
}  // namespace ebb::inline report
