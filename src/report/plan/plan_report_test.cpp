#include "report/plan/plan_report.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <nlohmann/json.hpp>
#include <set>

#include "report/page/study_documents.hpp"
#include "report/policy/compare_report.hpp"

namespace ebb::inline report {
namespace {

using testing::HasSubstr;
using testing::Not;

PlanResult plan(std::string name, double base_watts) {
  PlanResult r;
  r.name = std::move(name), r.topology = "star (hosts 4)", r.switch_device = "s", r.nic_device = "n";
  r.rates = {40_Gbps}, r.load = 1;
  r.parts.hosts = 4, r.parts.switches = r.parts.switches_needed = 1, r.parts.switches_powered = 1;
  r.parts.cables = {0, 4, 0};
  r.bisection = PlanBisection{2, 80e9};
  r.carries = 1;
  r.power.switch_base = Watts{base_watts}, r.power.nics = Watts{40};
  r.full_power = r.power;
  r.money = {4, 1000, 1600, 112};
  r.rules = {{"per switch", 4, 5}};
  r.numbers = {{"s", "base", "60W", "fitted", "a guess"}};
  return r;
}

std::string shown(const PlanResult& plan, Format format, const Capex& capex = {}) {
  return render_plan(plan_json(plan, capex), format);
}

std::vector<PageJson> read(const std::vector<PlanResult>& plans) {
  std::vector<PageJson> all;
  for (const PlanResult& plan : plans) all.push_back(plan_json(plan));
  return all;
}

TEST(PlanReport, SaysWhatThePartsCostAndWhatIsLeftOut) {
  Capex capex;
  capex.parts = {{"switches", "s", 3, UsdRange{1000, 1000}, "2026-09", "read", "a price list"},
                 {"adapters", "n", 4, {}, "", "", ""}};
  EXPECT_THAT(shown(plan("a", 60), Format::text, capex),
              HasSubstr("no price is known of n: left out (`price_usd` or [[price]] in a device file)"));
  EXPECT_THAT(shown(plan("a", 60), Format::text, capex), HasSubstr("2026-09"));
  EXPECT_TRUE(plan_json(plan("a", 60), capex)["price"]["capex_usd"].is_null());
  EXPECT_EQ(plan_json(plan("a", 60), capex)["price"]["priced_parts_usd"], 3000);
  capex.parts[1].price = UsdRange{100, 100};
  EXPECT_THAT(shown(plan("a", 60), Format::text, capex), HasSubstr("3,400 $ in all"));
  EXPECT_THAT(shown(plan("a", 60), Format::text, capex), HasSubstr("the price is without cables\n"));
  PlanResult optical = plan("a", 60);
  optical.parts.cables = {0, 4, 36};
  EXPECT_THAT(shown(optical, Format::text, capex), HasSubstr("and 72 optical transceivers"));
  capex.parts.push_back({"optical transceivers", "o", 72, UsdRange{10, 10}, "", "read", "a price list"});
  EXPECT_EQ(left_out_of_price(optical, capex), "without cables");
  capex.parts.pop_back();
  EXPECT_EQ(plan_json(plan("a", 60), capex)["price"]["capex_usd"], 3400);
}

TEST(PlanReport, ShowsTheRangeOfOffersThatDiffer) {
  Capex capex;
  capex.parts = {{"switches", "s", 3, UsdRange{900, 1100}, "2025 to 2026-09", "read", "two sellers"}};
  const auto price = plan_json(plan("a", 60), capex)["price"];
  EXPECT_EQ(price["capex_usd"], 3000);
  EXPECT_EQ(price["capex_least_usd"], 2700);
  EXPECT_EQ(price["capex_most_usd"], 3300);
  EXPECT_EQ(price["total_cost_most_usd"], 3300 + 112);
  EXPECT_EQ(price["parts"][0]["price_least_usd"], 900);
  const std::string text = shown(plan("a", 60), Format::text, capex);
  EXPECT_THAT(text, HasSubstr("2,700 to 3,300 $ in all"));
  EXPECT_THAT(text, HasSubstr("are 2,812 to 3,412 $"));
  EXPECT_THAT(text, HasSubstr("the middle of the lowest and the highest offer"));
}

TEST(PlanReport, HasUniqueKeysThatEndInTheirUnit) {
  std::set<std::string> keys;
  for (const Figure& f : plan_figures(plan("a", 60))) {
    EXPECT_TRUE(keys.insert(f.key).second) << f.key;
    const std::pair<std::string, std::string> endings[] = {{"W", "_w"},         {"kWh", "_kwh"},
                                                           {"Gb/s", "_gbps"},   {"%", "_percent"},
                                                           {"years", "_years"}, {"hops", "_hops"}};
    for (const auto& [unit, ending] : endings)
      EXPECT_TRUE(f.unit != unit || f.key.ends_with(ending)) << f.key;
    EXPECT_TRUE(!f.unit.starts_with("$") || f.key.find("_usd") != std::string::npos) << f.key;
  }
}

TEST(PlanReport, SaysTheSameInEveryFormat) {
  const PlanResult p = plan("a", 60);
  EXPECT_THAT(shown(p, Format::text), HasSubstr("total               100  W  100.0 %"));
  EXPECT_THAT(shown(p, Format::markdown), HasSubstr("|   total | 100 | W | 100.0 % |"));
  const auto json = nlohmann::json::parse(shown(p, Format::json));
  EXPECT_EQ(json["power"]["total_power_w"], 100);
  EXPECT_EQ(json["bisection"]["power_per_bisection_w_per_gbps"], 1.25);
  EXPECT_EQ(json["forwarding_rules_per_switch"]["rules_per_switch_highest"], 5);
  const std::string csv = shown(p, Format::csv);
  const std::size_t newline = csv.find("\r\n");
  EXPECT_EQ(std::count(csv.begin(), csv.begin() + static_cast<std::ptrdiff_t>(newline), ','),
            5 + static_cast<std::ptrdiff_t>(plan_figures(p).size()));
}

TEST(PlanReport, TextLeavesOutWhatIsZeroAndDataDoesNot) {
  const PlanResult p = plan("a", 60);
  EXPECT_THAT(shown(p, Format::text), Not(HasSubstr("switch ports  ")));
  EXPECT_EQ(nlohmann::json::parse(shown(p, Format::json))["power"]["port_power_w"], 0);
}

TEST(PlanReport, WhatNobodyStatesIsNoFigure) {
  PlanResult p = plan("a", 60);
  p.missing = {"port-base-s (copper transceiver, per_bit)", "n (per_packet)"};
  const auto power = nlohmann::json::parse(shown(p, Format::json))["power"];
  for (const char* key : {"transceiver_power_w", "traffic_power_w", "buffer_power_w", "table_power_w"})
    EXPECT_TRUE(power[key].is_null()) << key;
  EXPECT_EQ(power["port_power_w"], 0) << "stated, and nothing; the device's name is no number";
  EXPECT_EQ(power["switch_base_power_w"], 60);
  EXPECT_THAT(shown(p, Format::csv),
              HasSubstr("\"port-base-s (copper transceiver, per_bit); n (per_packet)\""));
  p.power.transceivers = Watts{3};  // of those that are stated
  EXPECT_EQ(nlohmann::json::parse(shown(p, Format::json))["power"]["transceiver_power_w"], 3);
  const std::string all = render_comparison(read({p, plan("b", 10)}), Format::csv);
  EXPECT_THAT(all,
              HasSubstr("missing_numbers,,\"port-base-s (copper transceiver, per_bit); n (per_packet)\",,,"));
}

/// The headings are in the JSON: a file read again gives the same page and text.
TEST(PlanReport, TextWalksWhatTheJsonHolds) {
  const nlohmann::ordered_json json = plan_json(plan("a", 60));
  const auto again = nlohmann::ordered_json::parse(json_text(json));
  for (const Format format : {Format::text, Format::markdown, Format::csv})
    EXPECT_EQ(render_plan(again, format), render_plan(json, format));
  const Document page = plans_document({again}, {});
  const std::string text = render_plan(json, Format::text);
  std::size_t tables = 0;
  for (const Block& block : page.blocks) {
    const auto* table = std::get_if<Table>(&block);
    if (!table) continue;
    EXPECT_THAT(text, HasSubstr(to_text(*table)));
    ++tables;
  }
  EXPECT_GE(tables, 5u);
  PlanResult odd = plan("a", 60.4);
  EXPECT_THAT(shown(odd, Format::text), HasSubstr("100  W  100.0 %"));  // whole watts
  EXPECT_THAT(text, HasSubstr("a\nstar (hosts 4)\nswitch s, host adapter n, 40Gb/s per channel\n"));
}

TEST(PlanReport, ReadsAPlanWithoutWordsByItsKeys) {
  nlohmann::ordered_json old = plan_json(plan("a", 60));
  old.erase("figures_described");
  EXPECT_THAT(render_plan(old, Format::text), HasSubstr("total power"));
  EXPECT_EQ(render_plan(old, Format::csv), render_plan(plan_json(plan("a", 60)), Format::csv));
  old["rate_gbps"] = 1e300, old["figures_described"] = {{{"figure", 3}, {"decimals", -7}}, "x"};
  EXPECT_THAT(render_plan(old, Format::text), HasSubstr("- per channel"));
}

TEST(PlanReport, NeverShowsANumberWithoutItsSource) {
  const std::string text = shown(plan("a", 60), Format::text);
  EXPECT_THAT(text, HasSubstr("fitted  a guess"));
}

TEST(PlanReport, ShowsAnUnknownBisectionAsUnknown) {
  PlanResult p = plan("a", 60);
  p.bisection.reset();
  EXPECT_TRUE(nlohmann::json::parse(shown(p, Format::json))["bisection"]["bisection_gbps"].is_null());
  EXPECT_THAT(shown(p, Format::text), HasSubstr("no closed form"));
}

TEST(Comparison, SetsEveryPlanAgainstTheFirst) {
  const Table t = comparison_table(read({plan("a", 60), plan("b", 10), plan("c", 160)}), RowNames::keys);
  for (const auto& row : t.rows) {
    if (std::get<std::string>(row[0].value()) != "total_power_w") continue;
    EXPECT_EQ(std::get<double>(row[2].value()), 100);
    EXPECT_EQ(std::get<double>(row[3].value()), 50);
    EXPECT_EQ(std::get<double>(row[4].value()), -50);
    EXPECT_EQ(std::get<double>(row[5].value()), -50);
    EXPECT_EQ(std::get<double>(row[7].value()), 100);
    return;
  }
  FAIL() << "no row for the total power";
}

TEST(Comparison, KeepsFiguresThatOnlySomePlansHave) {
  PlanResult with = plan("b", 10);
  with.servers = PlanServers{Watts{1000}, 0.05};
  const Table t = comparison_table(read({plan("a", 60), with}), RowNames::keys);
  for (const auto& row : t.rows) {
    if (std::get<std::string>(row[0].value()) != "server_power_w") continue;
    EXPECT_EQ(row[2].value().index(), 0u);
    EXPECT_EQ(std::get<double>(row[3].value()), 1000);
    EXPECT_EQ(row[4].value().index(), 0u);
    return;
  }
  FAIL() << "no row for the servers";
}

TEST(Comparison, CountsASavingAsPositive) {
  const auto json =
      nlohmann::json::parse(render_comparison(read({plan("a", 60), plan("b", 10)}), Format::json));
  EXPECT_EQ(json["plans"].size(), 2u);
  EXPECT_EQ(json["savings"][0]["saving_w"], 50);
  EXPECT_EQ(json["savings"][0]["saving_percent"], 50);
  EXPECT_EQ(json["savings"][0]["saving_w_per_host"], 12.5);
}

TEST(Comparison, IsOnThePageOfSeveralPlans) {
  const std::string text = render_comparison(read({plan("a", 60), plan("b", 10)}), Format::text);
  const Document page = plans_document(read({plan("a", 60), plan("b", 10)}), {});
  std::size_t found = 0;
  for (const Block& block : page.blocks)
    if (const auto* table = std::get_if<Table>(&block)) {
      Table shown = *table;
      if (shown.title == "side by side") shown.title.clear();  // text has no titles
      found += text.find(to_text(shown)) != text.npos;
    }
  EXPECT_EQ(found, 2u);
}

TEST(Comparison, SaysWhatAYearCostsAndWhoHasNoRules) {
  const auto plan_of = [](const char* title, double watts) {
    return PageJson{{"title", title},
                    {"parts", {{"hosts", 8}}},
                    {"power", {{"total_power_w", watts}}},
                    {"service_life",
                     {{"electricity_usd_per_year", 1.5 * watts},
                      {"site_energy_kwh", 40 * watts},
                      {"service_life_years", 4}}}};
  };
  PageJson tree = plan_of("tree", 200), butterfly = plan_of("butterfly", 100);
  butterfly["forwarding_rules_per_switch"] = {{"rules_flat_highest", 8}};
  const Document page = plans_document({tree, butterfly}, {});
  const std::string text = render(page, Format::text);
  EXPECT_EQ(page.title, "butterfly uses 50 % less power than tree");
  EXPECT_THAT(text,
              HasSubstr("butterfly uses 100 W, which is 100 W (50.0 %) less than tree; in a year 1,000 kWh "
                        "and $150 of electricity less."));
  EXPECT_THAT(
      render(plans_document({tree}, {}), Format::text),
      HasSubstr("It uses 200 W. A year of that is 2,000 kWh with cooling and distribution, and $300."));
  ASSERT_EQ(page.charts().back()->name, "rules");
  EXPECT_THAT(page.charts().back()->note, HasSubstr("Not here, because its plan counts none: tree."));
}

TEST(Comparison, BeginsItsPageWithTheAnswer) {
  PlanResult small = plan("b", 10);
  PlanResult large = plan("a", 60);
  large.parts.switches_needed = 3;
  const Document page = plans_document(read({large, small, plan("c", 160)}), {});
  EXPECT_EQ(page.title, "Of 3 plans, b uses the least power");
  const auto* first = std::get_if<Sentence>(&page.blocks[0]);
  const auto* reason = std::get_if<Sentence>(&page.blocks[1]);
  ASSERT_TRUE(first && reason && std::get_if<Table>(&page.blocks[2]));
  EXPECT_THAT(first->text, HasSubstr("b uses 50 W, which is 50 W (50.0 %) less than a"));
  EXPECT_THAT(reason->text, HasSubstr("Most of the difference is switch base: 10 W instead of 60 W"));
  EXPECT_THAT(reason->text, HasSubstr("with 1 instead of 3 switch chips"));
}

TEST(PlanReport, DrawsNoChartOfASingleBar) {
  for (const Chart* chart : plans_document(read({plan("a", 60)}), {}).charts())
    for (const Curve& curve : chart->curves) EXPECT_GT(curve.y.size(), 1u) << chart->name;
}

/// Totals over lives of four and eight years cannot be compared, and a label without a period would mislead.
TEST(Comparison, SavesElectricityPerYear) {
  PlanResult first = plan("a", 60), second = plan("b", 60);
  first.money = {4, 1000, 1600, 112}, second.money = {8, 1000, 1600, 112};
  const std::string text = render_comparison(read({first, second}), Format::text);
  EXPECT_THAT(text, HasSubstr("electricity a year [$]"));
  EXPECT_THAT(text, HasSubstr("electricity over the service life"));
  const auto json = nlohmann::json::parse(render_comparison(read({first, second}), Format::json));
  EXPECT_EQ(json["savings"][0]["saving_usd_per_year"], 14);  // 28 - 14
  EXPECT_EQ(json["savings"][0]["saving_usd_percent"], 50);
}

TEST(Comparison, CallsNothingASavingThatIsJustSmaller) {
  PlanResult half = plan("b", 10);
  half.parts.hosts /= 2;
  const auto json = nlohmann::json::parse(render_comparison(read({plan("a", 60), half}), Format::json));
  const auto& saving = json["savings"][0];
  EXPECT_FALSE(saving.contains("saving_percent"));
  EXPECT_FALSE(saving.contains("saving_usd_per_year"));
  EXPECT_EQ(saving["saving_w_per_host"], 0);  // half the power for half the hosts
  EXPECT_EQ(saving["saving_w_per_host_percent"], 0);
  EXPECT_THAT(render_comparison(read({plan("a", 60), half}), Format::text),
              testing::HasSubstr("different numbers of hosts"));
}

TEST(Comparison, SetsPowerAgainstBisectionWhereThatDiffers) {
  PlanResult first = plan("a", 60), thin = plan("b", 10);
  first.bisection = PlanBisection{.cables = 4, .bits_per_second = 4e9};
  thin.bisection = PlanBisection{.cables = 1, .bits_per_second = 1e9};
  const auto json = nlohmann::json::parse(render_comparison(read({first, thin}), Format::json));
  EXPECT_EQ(json["savings"][0]["saving_percent"], 50);
  EXPECT_EQ(json["savings"][0]["saving_w_per_gbps_percent"], -100);  // half the power, 1/4 of the bisection
  thin.bisection.reset();
  const auto unknown = nlohmann::json::parse(render_comparison(read({first, thin}), Format::json));
  EXPECT_TRUE(unknown["savings"][0]["saving_w_per_gbps_percent"].is_null());
}

/// 12 hosts on the network of 8: less power per host, only because each can send less across the bisection.
TEST(Comparison, CallsOversubscriptionNoSaving) {
  PlanResult full = plan("a", 60), over = plan("b", 60);
  full.parts.hosts = 8, over.parts.hosts = 12;
  full.bisection = over.bisection = PlanBisection{.cables = 4, .bits_per_second = 4e9};
  const auto json = nlohmann::json::parse(render_comparison(read({full, over}), Format::json));
  EXPECT_NEAR(json["savings"][0]["saving_w_per_host_percent"], 33.3, 0.1);
  EXPECT_EQ(json["savings"][0]["saving_w_per_gbps_percent"], 0);
  EXPECT_THAT(
      render_comparison(read({full, over}), Format::text),
      HasSubstr("bisection bandwidth per host is not the same, or one is not known (0.5 / 0.333333 Gb/s)"));
  over.bisection->bits_per_second = 6e9;  // as much for each host
  EXPECT_THAT(render_comparison(read({full, over}), Format::text), Not(HasSubstr("Gb/s of bisection")));
}

/// Half the uplinks: as many hosts, the same bisection, less power, and half the traffic.
TEST(Comparison, CallsFewerUplinksNoSaving) {
  PlanResult over = plan("b", 40);
  over.carries = 0.5;
  const auto json = nlohmann::json::parse(render_comparison(read({plan("a", 60), over}), Format::json));
  const auto& saving = json["savings"][0];
  for (const char* total : {"saving_w", "saving_percent", "saving_w_per_host", "saving_usd_per_year"})
    EXPECT_FALSE(saving.contains(total)) << total;
  EXPECT_EQ(saving["saving_w_per_carried_gbps"], -0.375);  // 100 W / 160 Gb/s - 80 W / 80 Gb/s
  EXPECT_EQ(saving["saving_w_per_carried_gbps_percent"], -60);
  EXPECT_EQ(json["plans"][1]["uniform_traffic"]["carried_gbps"], 80);
  EXPECT_THAT(render_comparison(read({plan("a", 60), over}), Format::text),
              HasSubstr("do not carry the same share of uniform traffic (100 / 50 %)"));
}

TEST(Comparison, NamesTheNetworkOfWhichNobodyKnowsWhatItCarries) {
  PlanResult file = plan("b", 10);
  file.carries.reset();
  const std::string text = render_comparison(read({plan("a", 60), file}), Format::text);
  EXPECT_THAT(text, HasSubstr("what uniform traffic b carries is not known"));
  EXPECT_THAT(shown(file, Format::text), HasSubstr("not known: no closed form for this topology"));
}

PageJson priced(const char* name, std::optional<double> usd) {
  Capex capex;
  capex.parts = {{"switches", "s", 1, usd ? std::optional(UsdRange{*usd, *usd}) : std::nullopt, "", "read",
                  "a price list"}};
  return plan_json(plan(name, 60), capex);
}

TEST(Comparison, SetsPricesSideBySide) {
  const std::vector<PageJson> plans{priced("a", 1000), priced("b", 750)};
  const auto json = nlohmann::json::parse(render_comparison(plans, Format::json));
  EXPECT_EQ(json["savings"][0]["saving_capex_usd"], 250);
  EXPECT_EQ(json["savings"][0]["saving_capex_percent"], 25);
  EXPECT_THAT(render_comparison(plans, Format::csv), HasSubstr("capex_usd,$,1000,750,-250,-25"));
  EXPECT_THAT(render_comparison(plans, Format::text), HasSubstr("prices are without cables"));
}

TEST(Comparison, NamesThePlanThatHasNoPrice) {
  const std::vector<PageJson> plans{priced("a", 1000), priced("b", {})},
      none{priced("a", {}), priced("b", {})};
  EXPECT_THAT(render_comparison(plans, Format::text), HasSubstr("b: no price is known of s: left out"));
  EXPECT_THAT(render_comparison(none, Format::text), Not(HasSubstr("price")));
}

TEST(Comparison, SaysWhichAssumptionsDifferAndWhatIsNotStated) {
  PlanResult other = plan("b", 60);
  EXPECT_THAT(render_comparison(read({plan("a", 60), other}), Format::text), Not(HasSubstr("assume")));
  other.load = 0.5, other.money = {8, 1000, 1100, 77};
  other.missing = {"s (optical transceiver)"};
  const std::string text = render_comparison(read({plan("a", 60), other}), Format::text);
  EXPECT_THAT(text, HasSubstr("load 1 / 0.5, service life 4 / 8 years, PUE 1.6 / 1.1"));
  EXPECT_THAT(text, Not(HasSubstr("electricity 0.07")));  // the same for both
  EXPECT_THAT(text, HasSubstr("b: not stated, and counted as nothing: s (optical transceiver)"));
  const auto json = nlohmann::json::parse(render_comparison(read({plan("a", 60), other}), Format::json));
  EXPECT_EQ(json["notes"].size(), 2u);
}

TEST(Comparison, DividesByNothing) {
  PlanResult zero = plan("a", -40);  // needs no power at all
  zero.money = {4, 0, 0, 0};
  const auto json = nlohmann::json::parse(render_comparison(read({zero, plan("b", 10)}), Format::json));
  EXPECT_TRUE(json["savings"][0]["saving_percent"].is_null());
  EXPECT_TRUE(json["savings"][0]["saving_usd_percent"].is_null());
}

}  // namespace
}  // namespace ebb::inline report
