#include "report/policy/policy_report.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <nlohmann/json.hpp>

#include "report/document/draw_text.hpp"
#include "report/page/row_table.hpp"
#include "report/page/study_documents.hpp"
#include "report/policy/policy_notes.hpp"
#include "report/run/latency_bound_text.hpp"

namespace ebb::inline report {
namespace {

using testing::HasSubstr, testing::Not;

LatencyBoundResult latency_bound(Picoseconds bound, std::optional<double> increase_ps) {
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
      .policy = "careful", .of_full = {0.8, 0.9}, .verdict = Verdict::steady, .verdict_text = "steady"};
  kept.mean_increase_ps = 1e6, kept.carried_of_full = 1, kept.latency_bound = latency_bound(2_us, 1e6);
  PolicyPoint broken{
      .policy = "hasty", .of_full = {0.4, {}}, .verdict = Verdict::steady, .verdict_text = "steady"};
  broken.mean_increase_ps = 3e6, broken.carried_of_full = 1;
  broken.latency_bound = latency_bound(2_us, 3e6);
  PolicyPoint slow{
      .policy = "slow", .of_full = {0.1, 0.5}, .verdict = Verdict::undecided, .verdict_text = "undecided"};
  slow.carried_of_full = 0.5, slow.no_latency = "it carried only 50.0 % of what always full rate did";
  c.points = {kept, broken, slow};
  return c;
}

TEST(PolicyReport, ABrokenPromiseIsSeen) {
  const Table table = policy_table({{{}, three_policies()}}, "mine.toml");
  EXPECT_THAT(to_csv(table), HasSubstr("careful,80,90,1,,,100,steady,,kept\r\n"));
  EXPECT_THAT(to_csv(table), HasSubstr("hasty,40,,3,,,100,steady,,BROKEN\r\n"));
  EXPECT_THAT(to_text(table),
              HasSubstr("hasty: latency bound exceeded: mean latency may grow by 2 us and grew by 3 us\n"));
}

TEST(PolicyReport, WhatIsNotKnownHasItsReason) {
  const std::string text = to_text(policy_table({{{}, three_policies()}}, "mine.toml"));
  EXPECT_THAT(text, HasSubstr("no latency of slow: it carried only 50.0 % of what always full rate did\n"));
  EXPECT_THAT(text, HasSubstr("no energy: the device does not say"));
}

TEST(PolicyReport, WhereNobodyPromisesThereIsNoSuchColumn) {
  PolicyComparison c = three_policies();
  c.points = {c.points[2]};
  EXPECT_THAT(to_csv(policy_table({{{}, c}}, "mine.toml")), Not(HasSubstr("latency_bound")));
  EXPECT_THAT(to_text(policy_table({{{}, c}}, "mine.toml")), Not(HasSubstr("no energy")));
}

/// Two seeds of a network whose devices are named.
PolicyComparison with_power() {
  PolicyComparison c = three_policies();
  c.seeds = 2, c.asked = {"latency.messages.p99_ns"};
  PolicyPoint computed{.policy = "ideal", .of_full = {0.1, 0.1}, .verdict_text = "computed"};
  computed.asked = {std::nullopt};
  for (PolicyPoint& p : c.points) {
    p.seeds = 2, p.draw = PolicyPower{500, 4380, 490, 0};
    p.half_width.total_w = 5, p.half_width.kwh_per_year = 44, p.half_width.usd_per_year = 4.9;
    p.asked = {70.0}, p.half_width.asked = {3.0}, p.latency_bound.reset();
  }
  c.points.back().may_be_best = true;
  c.points.insert(c.points.begin(), computed);
  return c;
}

TEST(PolicyReport, SaysOfAllNetworksOnceWhatHoldsForAll) {
  ComparedNetwork one{{{"traffic.load", 0.1}}, with_power()}, other{{{"traffic.load", 0.5}}, with_power()};
  one.comparison.mean_ps = 1e6, other.comparison.mean_ps = 2e6;
  one.comparison.p99_ps = other.comparison.p99_ps = 3e6;
  const auto notes = policy_table({one, other}, "").notes;
  EXPECT_EQ(std::count(notes.begin(), notes.end(), share_note), 1);
  EXPECT_THAT(notes, testing::Contains(testing::StartsWith("traffic.load 0.1: latency of packets")));
  EXPECT_THAT(notes, testing::Contains(testing::StartsWith("traffic.load 0.5: latency of packets")));
  EXPECT_THAT(notes, testing::Contains(testing::StartsWith("* best: ")));
}

TEST(PolicyReport, SaysOfWhatTimeTheEnergyIs) {
  PolicyComparison c = three_policies();
  c.measured_until = {313'000'000};
  EXPECT_THAT(policy_table({{{}, c}}, "").notes,
              testing::Contains("energy and latency of the same time, from 0 s to 313 us"));
  c.own_ends = true;
  EXPECT_THAT(policy_table({{{}, c}}, "").notes,
              testing::Contains(HasSubstr("to the end of its traffic, at always full rate 313 us")));
}

TEST(PolicyReport, SaysNothingOfColumnsThatAreNotShown) {
  const Table all = policy_table({{{}, with_power()}}, "");
  EXPECT_THAT(all.notes, testing::Contains(std::string(share_note)));
  EXPECT_THAT(narrow_policies(all).notes, Not(testing::Contains(std::string(share_note))));
  EXPECT_THAT(narrow_policies(policy_table({{{}, three_policies()}}, "")).notes,
              testing::Contains(std::string(share_note)));
}

TEST(PolicyReport, SaysWhereSavingsAreNotKnown) {
  PolicyComparison c = with_power();  // all need 500 W
  EXPECT_THAT(policy_table({{{}, c}}, "").notes, Not(testing::Contains(unknown_saving_text)));
  c.basis = PowerBasis{.missing = {"mine (port, per_bit)"}, .as_full = {}};
  EXPECT_THAT(policy_table({{{}, c}}, "").notes, testing::Contains(unknown_saving_text));
  c.points.back().draw->total_w = 400;
  EXPECT_THAT(policy_table({{{}, c}}, "").notes, Not(testing::Contains(unknown_saving_text)));
}

TEST(PolicyReport, ShowsNoLatencyOfFullRateThatIsNotKnown) {
  PolicyComparison c = with_power();
  c.mean_ps.reset(), c.p99_ps.reset();
  const auto notes = policy_table({{{}, c}}, "").notes;
  EXPECT_THAT(notes, testing::Contains(HasSubstr("over that of always full rate: not known")));
  EXPECT_THAT(notes, Not(testing::Contains(HasSubstr("0.00 us, p99"))));
}

/// 498 W +/- 5 against 500 W +/- 5 is no difference; 1 us against 9 us is.
TEST(PolicyReport, SaysWhichStarTheIntervalsDoNotBearOut) {
  PolicyComparison c = with_power();
  PolicyPoint &slow = c.points[1], &quick = c.points[2];
  slow.best = quick.best = true;
  slow.gain = 498, quick.gain = 500, slow.cost = 9, quick.cost = 1;
  slow.half_width.total_w = quick.half_width.total_w = 5;
  slow.half_width.mean_increase_ps = quick.half_width.mean_increase_ps = 1e5;
  const auto note =
      testing::StartsWith("the star of " + slow.policy + " is within the intervals: " + quick.policy);
  EXPECT_THAT(policy_table({{{}, c}}, "").notes, testing::Contains(note));
  slow.gain = 480;
  EXPECT_THAT(policy_table({{{}, c}}, "").notes, Not(testing::Contains(note)));
}

TEST(PolicyReport, SaysWhoMayBeBestBesideWhoIs) {
  PolicyComparison c = with_power();
  const std::string open = c.points.back().policy;
  EXPECT_THAT(policy_table({{{}, c}}, "").notes.back(),
              testing::EndsWith("none for certain; the same holds, as far as it was measured, of those that "
                                "are undecided (a longer run.most_time decides): " +
                                open));
  c.points[1].best = true;
  EXPECT_THAT(policy_table({{{}, c}}, "").notes.back(),
              HasSubstr("less mean latency: " + c.points[1].policy + "; the same holds"));
  EXPECT_THAT(policy_table({{{}, c}}, "").notes.back(), testing::EndsWith(open));
}

TEST(PolicyReport, WattsMoneyAndWhatWasAskedForHaveIntervals) {
  const std::string csv = to_csv(policy_table({{{}, with_power()}}, "mine.toml"));
  for (const char* key :
       {"seeds", "power.total_w,half_width.power.total_w", "power.kwh_per_year,half_width.power.kwh_per_year",
        "power.usd_per_year,half_width.power.usd_per_year",
        "latency.messages.p99_ns,half_width.latency.messages.p99_ns"})
    EXPECT_THAT(csv, HasSubstr(key));
  EXPECT_THAT(csv, HasSubstr("careful,2,500,5,"));
  EXPECT_THAT(csv, HasSubstr(",70,3,steady,,4380,44,490,4.9,"));
}

TEST(PolicyReport, OtherPowerTablesAreForThoseWhoAskForThem) {
  const Table all = policy_table({{{}, with_power()}}, "mine.toml"), own = narrow_policies(all);
  EXPECT_THAT(to_csv(all), HasSubstr("energy_ideal_percent"));
  EXPECT_THAT(to_csv(own), Not(HasSubstr("energy_")));
  EXPECT_THAT(to_csv(own), Not(HasSubstr("computed")));
  EXPECT_THAT(to_text(own), HasSubstr("--wide shows"));
  EXPECT_THAT(to_text(own), HasSubstr("less power of the network and less mean latency: none for certain"));
  // Without a plan energy is the only gain, and a requested table is shown.
  EXPECT_THAT(to_csv(narrow_policies(policy_table({{{}, three_policies()}}, ""))),
              HasSubstr("energy_mine_percent"));
  EXPECT_THAT(to_csv(narrow_policies(policy_table({{{}, with_power()}}, "", {"", "energy_mine_percent"}))),
              HasSubstr("energy_mine_percent"));
}

/// A file read again gives the table of the terminal.
TEST(PolicyReport, ThePageHasTheTableOfTheTerminal) {
  const auto fresh = policies_json({{{}, with_power()}}, "mine.toml");
  const auto json = nlohmann::ordered_json::parse(json_text(fresh));
  const Table table = policy_table({{{}, with_power()}}, "mine.toml");
  EXPECT_EQ(to_text(table_of_json(fresh)), to_text(table));
  EXPECT_EQ(to_text(table_of_json(json)), to_text(table));
  EXPECT_EQ(to_csv(table_of_json(json)), to_csv(table));
  EXPECT_EQ(json["judged_by"]["y"], "power.total_w");
  Table shown = narrow_policies(table);
  shown.title = "policies";
  std::size_t found = 0;
  for (const Block& block : policies_document("mine.toml", json, {}).blocks)
    if (const auto* on_page = std::get_if<Table>(&block)) found += to_text(*on_page) == to_text(shown);
  EXPECT_EQ(found, 1u);
}

/// The power of the channels at full rate converts a share to watts, kilowatt-hours and cost.
TEST(PolicyReport, ThePageTellsOfWattsAndMoneyWithoutAPlan) {
  PolicyComparison c = three_policies();
  c.tables = {"ideal", "infiniband-36, as cabled"}, c.full_watts = {std::nullopt, 200.0};
  c.points[0].of_full = {0.4, 0.5}, c.points[0].best = true;
  c.points[0].latency_bound.reset(), c.points[0].p99_increase_ps = 2e6;
  const std::string text =
      render(policies_document("mine.toml", policies_json({{{}, c}}, "mine.toml"), {}), Format::text);
  // 100 W for 8,760 h are 876 kWh; times 1.6 and $0.07, $98.11.
  EXPECT_THAT(text,
              HasSubstr("careful uses 50.0 % of full power (infiniband-36, as cabled; 40.0 % with ideal "
                        "channels): 100 W of 200 W, 876 kWh and $98.11 a year, $98.11 less than always on"));
  EXPECT_THAT(text, HasSubstr("at $0.07 per kWh and a PUE of 1.6"));
  // The added latency must not read as the whole latency.
  EXPECT_THAT(text, HasSubstr("with ideal channels), and a packet takes 1 us more than at full rate\n"));
  c.points[0].mean_increase_ps = -5e5;
  EXPECT_THAT(policies_document("mine.toml", policies_json({{{}, c}}, "mine.toml"), {}).title,
              HasSubstr("and a packet takes 500 ns less than at full rate"));
  c.full_watts.clear();
  EXPECT_THAT(render(policies_document("mine.toml", policies_json({{{}, c}}, "mine.toml"), {}), Format::text),
              Not(HasSubstr("kWh")));
}

/// A policy that is not on the front has the reason: another is better, or its run is too short.
TEST(PolicyReport, TheFrontSaysWhyAPolicyIsNotOnIt) {
  PolicyComparison c = three_policies();
  c.points[0].best = true;
  c.points[2].no_latency.clear(), c.points[2].mean_increase_ps = 5e6,
                                  c.points[2].verdict_text = "undecided, 2 of 5";
  const Document page = policies_document("mine.toml", policies_json({{{}, c}}, "mine.toml"), {});
  ASSERT_FALSE(page.charts().empty());
  const Chart& front = *page.charts().front();
  ASSERT_EQ(front.name, "front");
  EXPECT_EQ(front.curves[0].marks, (std::vector<std::string>{"best", "beaten", "undecided, 2 of 5"}));
  EXPECT_EQ(front.y.scale, Scale::linear);  // 80 and 10 %
  c.points[2].of_full[0] = 0.05;
  const Document wide = policies_document("mine.toml", policies_json({{{}, c}}, "mine.toml"), {});
  EXPECT_EQ(wide.charts().front()->y.scale, Scale::log);
}

/// Each network has charts of its own, whose labels are the policies alone.
TEST(PolicyReport, APageOfSeveralNetworksHasAFacetForEach) {
  const PolicyComparison c = three_policies();
  const std::vector<ComparedNetwork> networks{{{{"topology.name", "mesh"}}, c},
                                              {{{"topology.name", "torus"}}, c}};
  const Document page = policies_document("mine.toml", policies_json(networks, "mine.toml"), {});
  EXPECT_THAT(page.lead, HasSubstr("mine.toml: 2 networks or workloads, each under up to 3 policies."));
  std::vector<std::string> names;
  for (const Chart* chart : page.charts()) {
    names.push_back(chart->name);
    const bool first = chart->name.ends_with("-1");
    EXPECT_THAT(chart->title, testing::StartsWith(first ? "mesh: " : "torus: "));
    for (const Curve& curve : chart->curves)
      for (const std::string& label : curve.labels) EXPECT_THAT(label, Not(HasSubstr("mesh")));
    for (const std::string& label : chart->x.names) EXPECT_THAT(label, Not(HasSubstr("torus")));
  }
  EXPECT_THAT(names, testing::IsSupersetOf({"front-1", "front-2", "energy-1", "energy-2"}));
  const Document one = policies_document("mine.toml", policies_json({{{}, c}}, "mine.toml"), {});
  EXPECT_THAT(one.lead, HasSubstr("the same network and the same traffic under 3 policies."));
}

TEST(PromiseText, SaysWhetherItWasKeptAndHowThatIsKnown) {
  LatencyBoundResult p = latency_bound(5_us, {});
  EXPECT_EQ(
      latency_bound_text(latency_bound_json(p), "mine.toml"),
      "mean latency of packets may grow by 5 us: whether it was kept is not known without a run at full "
      "rate; `ebb compare-policies mine.toml` makes one");
  p.percent = 50, p.full_rate_ps = 10e6, p.full_rate_run = Verdict::steady, p.increase_ps = 5e6;
  EXPECT_EQ(latency_bound_text(latency_bound_json(p), "mine.toml"),
            "mean latency of packets may grow by 5 us, 50 % of full rate's 10 us (from a run at full rate "
            "first: steady): kept, it grew by 5 us");
  p.full_rate_run.reset(), p.increase_ps = 5e6 + 1;
  EXPECT_EQ(latency_bound_text(latency_bound_json(p), "mine.toml"),
            "mean latency of packets may grow by 5 us, 50 % of full rate's 10 us (as stated): BROKEN, "
            "it grew "
            "by 5 us");
}

}  // namespace
}  // namespace ebb::inline report
