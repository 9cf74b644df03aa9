#include "report/page/run_document.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <functional>

#include "report/document/packed_bytes.hpp"
#include "report/page/network_rows.hpp"
#include "report/page/report_source.hpp"
#include "report/page/run_charts.hpp"
#include "report/run/run_summary.hpp"

namespace ebb::inline report {
namespace {

using testing::HasSubstr;
using testing::Not;

/// A run of two spans, as in its files.
RunSource small_run(const std::string& name, const std::string& config) {
  RunSource run;
  run.name = name, run.config = config, run.version = "1";
  run.summary = PageJson::parse(
      R"({"traffic": "t", "network": "n", "routing": "r", "control": "c", "verdict": "steady", "why": "w",
    "digest": "d", "hosts": 4, "switches": 2, "seed": 1, "ideal_percent": 20, "measured_from_ps": 0, "metered_until_ps": 1000000000000,
    "latency": [{"what": "packets with source queue", "mean_ns": 1500, "p99_ns": 9000}],
    "energy": [{"table": "ideal", "of_full_percent": 40}, {"table": "chip", "channels_j": 50, "of_full_percent": 50}]})");
  run.time_series =
      PageJson::parse(R"({"span_ps": 1000000, "spans": 2, "channels": 4, "rates_bits_per_s": [10, 40],
    "carried_bits": [0.00001, 0.00002], "power": [{"table": "ideal", "watts": [1, 2], "full_watts": 4}],
    "channels_in_state": [[1, 2], [3, 1], [0, 0], [0, 1]], "offered_bytes": [1, 2], "accepted_bytes": [1, 2], "changes": [3, 4]})");
  return run;
}

TEST(RunDocument, SaysWhatAManagerUnderstands) {
  const std::string text = render(run_document({small_run("a", "")}), Format::text);
  EXPECT_THAT(
      text,
      HasSubstr("The channels use 50 W on average (chip). At full rate all the time they would use 100 W."));
  EXPECT_THAT(text, HasSubstr("438 kWh"));
  EXPECT_THAT(text, HasSubstr("$49.06"));
  EXPECT_THAT(text, HasSubstr("A packet takes 1.5 us on average"));
}

/// The share in the title, in the cards and in the first chart must be that of the watts.
TEST(RunDocument, SharesOfFullPowerAreThoseOfTheWatts) {
  RunSource run = small_run("a", "");
  Document document = run_document({run});
  EXPECT_EQ(document.title, "50 % of full power, and a packet takes 1.5 us");  // 50 W of 100 W
  std::string text = render(document, Format::text);
  EXPECT_THAT(text, HasSubstr("chip; ideal channels: 40.0 %; the bits alone: 20.0 %"));
  EXPECT_THAT(document.charts()[0]->title, HasSubstr("50.0 % of full power (chip) for 20.0 % of the bits"));

  run.summary["power"] = {{"total_w", 800}, {"always_on_w", 1000}};
  document = run_document({run});
  EXPECT_EQ(document.title, "80 % of full power, and a packet takes 1.5 us");
  EXPECT_THAT(render(document, Format::text), HasSubstr("800 W instead of 1,000 W; the whole network"));

  run.summary.erase("power"), run.summary["energy"].erase(1);  // no device: ideal channels, and named so
  document = run_document({run});
  EXPECT_EQ(document.title, "40 % of full power with ideal channels, and a packet takes 1.5 us");
  EXPECT_THAT(document.charts()[0]->title, HasSubstr("40.0 % of full power (ideal channels)"));
}

TEST(RunDocument, TwoRunsAreComparedByTheSameTable) {
  const std::string text = render(run_document({small_run("a", ""), small_run("b", "")}), Format::text);
  EXPECT_THAT(text, HasSubstr("b uses 50.0 % of full power, a 50.0 % (chip)"));
  EXPECT_THAT(text, HasSubstr("438 kWh"));
}

TEST(RunDocument, TwoRunsAreComparedInWattsAndMoney) {
  RunSource full = small_run("full", ""), saving = small_run("saving", "");
  full.summary["control"] = nullptr;
  full.summary["energy"] = {{{"table", "chip"}, {"channels_j", 100}, {"of_full_percent", 100}}};
  const std::string text = render(run_document({full, saving}), Format::text);
  EXPECT_THAT(text, HasSubstr("saving uses 50 W, full 100 W (channels: chip). In a year that is 438 kWh and "
                              "$49.06 less, at $0.07 per kWh"));
  full.summary["energy"][0]["table"] = "another chip";
  EXPECT_THAT(render(run_document({full, saving}), Format::text), Not(HasSubstr("full 100 W")));
}

/// Nothing is saved then, but it needs power all the same.
TEST(RunDocument, ARunWithoutAPolicyHasWattsToo) {
  RunSource run = small_run("a", "");
  run.summary["control"] = nullptr;
  run.summary["energy"] = {{{"table", "chip"}, {"channels_j", 100}, {"of_full_percent", 100}}};
  run.time_series["power"] = {{{"table", "chip"}, {"watts", {100, 100}}, {"full_watts", 100}}};
  const Document document = run_document({run});
  const std::string text = render(document, Format::text);
  EXPECT_THAT(text, HasSubstr("The channels use 100 W (chip), at full rate all the time."));
  EXPECT_THAT(text, HasSubstr("876 kWh, and $98.11"));
  EXPECT_THAT(text, Not(HasSubstr("saved")));
  const auto& curves = document.charts()[0]->curves;
  EXPECT_TRUE(
      std::any_of(curves.begin(), curves.end(), [](const Curve& c) { return c.name == "power, chip"; }));
  for (const Chart* chart : document.charts()) EXPECT_NE(chart->name, "tables") << "100 % of 100 %";
}

/// During a run its energy is unknown, but its power is known.
TEST(RunDocument, APageThatFollowsARunDrawsTheDevicesPower) {
  RunSource run;
  run.time_series = small_run("a", "").time_series;
  run.time_series["power"].push_back(
      {{"table", "infiniband-36, as cabled"}, {"watts", {3, 4}}, {"full_watts", 4}});
  EXPECT_EQ(drawn_table(run), "infiniband-36, as cabled");
  run.summary["offered"] = PageJson::object();
  const std::vector<Chart> charts = run_charts({run});
  const auto has = [&](const char* name) {
    for (const Chart& chart : charts)
      for (const Curve& curve : chart.curves)
        if (curve.name == name) return true;
    return false;
  };
  EXPECT_TRUE(has("power, infiniband-36, as cabled"));
  EXPECT_TRUE(has("power, ideal channels"));
  EXPECT_TRUE(has("offered"));
}

TEST(RunDocument, TwoRunsHaveAnIdealEach) {
  RunSource other = small_run("b", "");
  other.summary["ideal_percent"] = 25;
  const Document document = run_document({small_run("a", ""), other});
  std::vector<std::string> ideals;
  for (const Chart* chart : document.charts())
    if (chart->name == "tables")
      for (const Curve& curve : chart->curves)
        if (curve.role == Role::ideal) ideals.push_back(curve.name);
  EXPECT_EQ(ideals, (std::vector<std::string>{"a: ideal 20.0 %", "b: ideal 25.0 %"}));
}

TEST(RunDocument, TellsOfTheWholeNetworkByThePlansPrice) {
  RunSource run = small_run("a", "");
  run.summary["power"] = PageJson::parse(
      R"j({"total_w": 800, "always_on_w": 1000, "kwh_per_year": 7008, "usd_per_year": 1051.2, "always_on_usd_per_year": 1314,
    "saved_usd_per_year": 262.8, "price_usd_per_kwh": 0.1, "pue": 1.5, "missing_numbers": ["nic (per_bit)"]
})j");
  const std::string text = render(run_document({run}), Format::text);
  EXPECT_THAT(text, HasSubstr("uses 800 W of 1,000 W always on."));
  EXPECT_THAT(text, HasSubstr("$263 less"));
  EXPECT_THAT(text, HasSubstr("Not stated, and counted as nothing: nic (per_bit)."));
}

const KeyFigure& first_card(const Document& page) {
  for (const Block& block : page.blocks)
    if (const auto* cards = std::get_if<KeyFigures>(&block)) return cards->figures.front();
  static const KeyFigure none;
  return none;
}

TEST(RunDocument, AJobLeadsWithItsTimeAndAVideoWithItsDeadlines) {
  RunSource run = small_run("a", "");
  run.summary["job"] = {{"operations", 2824}, {"done", 2824}, {"run_time_ps", 57'832'298'000}};
  Document page = run_document({run});
  EXPECT_EQ(page.title, "The job takes 57.83 ms, with 50 % of full power");
  EXPECT_EQ(first_card(page).value, "57.83 ms");
  run.summary["job"].update({{"step_time_ps", 14'458'000'000}, {"exposed_percent", 12.34}});
  EXPECT_EQ(first_card(run_document({run})).value, "14.46 ms");
  EXPECT_THAT(first_card(run_document({run})).note, HasSubstr("12.3 % of it exposed communication"));
  run.summary["job"] = {{"operations", 2824}, {"done", 12}, {"run_time_ps", nullptr}};
  page = run_document({run});
  EXPECT_EQ(first_card(page).value, "not finished");
  EXPECT_THAT(first_card(page).note, HasSubstr("12 of 2,824 operations"));
  run.summary.erase("job");
  run.summary["deadlines"] = {{"in_time", 30}, {"late", 9}, {"unfinished", 1}, {"allowed_ps", 333'333'333}};
  page = run_document({run});
  EXPECT_EQ(page.title, "75.00 % of the messages kept their deadline, with 50 % of full power");
  EXPECT_EQ(first_card(page).note, "30 of 40, within 333.3 us");
}

/// A run with a plan has the plan's devices and price, and no others.
TEST(RunDocument, APageHasOnePriceAndOneSetOfDevices) {
  RunSource run = small_run("a", "");
  run.summary["power"] = PageJson::parse(
      R"({"total_w": 800, "always_on_w": 1000, "kwh_per_year": 8409.6, "usd_per_year": 672.77,
          "always_on_usd_per_year": 840.96, "saved_usd_per_year": 168.19, "price_usd_per_kwh": 0.08, "pue": 1.2})");
  const std::string text = render(run_document({run}), Format::text);
  EXPECT_THAT(text, HasSubstr("at $0.08 per kWh and a PUE of 1.2"));
  EXPECT_THAT(text, Not(HasSubstr("$0.07")));
  EXPECT_THAT(text, Not(HasSubstr("PUE of 1.6")));
  EXPECT_THAT(text, Not(HasSubstr("The channels use")));
}

TEST(RunDocument, TellsOfPausesDropsAndOrder) {
  RunSource run = small_run("a", "");
  run.summary["flow"] = PageJson::parse(
      R"({"name": "pause", "pauses": 542, "deepest_pause": 3, "flows_with_most_drops": [{"source": 7, "packets": 59}]})");
  run.summary["order"] = {{"out_of_order_packets", 13}, {"packets_looked_at", 100}, {"one_flow_in", 2}};
  const std::string text = render(run_document({run}), Format::text);
  EXPECT_THAT(text,
              HasSubstr("pauses    542, 0.00 % of them caused by another one; the longest chain has 3"));
  EXPECT_THAT(text, testing::ContainsRegex("7 +59"));
  EXPECT_THAT(text, HasSubstr("order     13 packets (13.00 %) of 0 flows arrived after a later one"));
}

TEST(RunDocument, HoldsWhatTheTerminalShows) {
  const RunSource run = small_run("a", "");
  const std::string page = render(run_document({run}), Format::text);
  const std::vector<Block> shown = run_summary(run.summary);
  ASSERT_EQ(shown.size(), 4u);  // facts, latency, energy, facts
  for (const Block& block : shown) EXPECT_THAT(page, HasSubstr(block_text(block)));
}

TEST(RunSummary, LeavesOutTheRowThatIsThereForItsWatts) {
  PageJson run = {
      {"energy", {{{"table", "infiniband-36, as cabled"}, {"channels_j", 1}, {"of_full_percent", 100}}}}};
  const auto shown = [&] {
    std::string text;
    for (const Block& block : run_summary(run)) text += block_text(block);
    return text;
  };
  EXPECT_THAT(shown(), Not(HasSubstr("as cabled")));
  run["control"] = "halve_double";
  EXPECT_THAT(shown(), HasSubstr("as cabled"));
}

TEST(RunSummary, LeavesOutWhatNobodyKnows) {
  const std::vector<Block> shown = run_summary(PageJson::object());
  ASSERT_EQ(shown.size(), 2u);
  EXPECT_THAT(block_text(shown[0]), HasSubstr("load      not known: nothing was measured"));
}

TEST(RunSummary, LinesOfAFactStandUnderEachOther) {
  const PageJson run = {{"verdict", "deadlocked"}, {"why", "w"}, {"failure_details", {"one", "two"}}};
  EXPECT_THAT(block_text(run_summary(run)[0]),
              HasSubstr("verdict   deadlocked: w\n          one\n          two\n"));
  EXPECT_THAT(block_markdown(run_summary(run)[0]), HasSubstr("- **verdict** deadlocked: w\n  one\n"));
}

TEST(RunDocument, DrawsTheSpectrumOfThePowerWhereThereIsOne) {
  RunSource run = small_run("a", "");
  const auto spectrum = [&] {
    for (const Chart& chart : run_charts({run}))
      if (chart.name == "spectrum") return std::optional(chart);
    return std::optional<Chart>{};
  };
  EXPECT_FALSE(spectrum());
  run.summary["power_ramps"] = PageJson::parse(
      R"([{"table": "other", "spectrum": [[1, 1], [2, 1]]}, {"table": "chip", "strongest_hz": 2, "strongest_w": 50,
          "spectrum": [[0.1, 4], [2, 50]]}])");
  ASSERT_TRUE(spectrum());
  EXPECT_EQ(spectrum()->title, "The fabric's power swings by 50 W at 2 Hz at most");
  EXPECT_EQ(spectrum()->curves.front().x, (std::vector<double>{0.1, 2}));
  EXPECT_EQ(spectrum()->curves.front().y, (std::vector<double>{4, 50}));
  run.summary["power_ramps"][1]["spectrum"] = PageJson::array();  // the series was too short
  EXPECT_FALSE(spectrum());
}

TEST(RunDocument, PowerOfEachSpanIsItsShareOfFullPower) {
  const Document document = run_document({small_run("a", "")});
  const Chart& power = *document.charts().front();
  const auto curve = std::find_if(power.curves.begin(), power.curves.end(),
                                  [](const Curve& c) { return c.name == "power, ideal channels"; });
  ASSERT_NE(curve, power.curves.end());
  EXPECT_EQ(curve->y, (std::vector<double>{25, 50}));
}

/// One point is no line: the page reports that instead of showing empty charts.
TEST(RunDocument, ARunOfASingleSpanSaysThatThereIsNothingOverTime) {
  RunSource run = small_run("a", "");
  for (auto& [key, value] : run.time_series.items())
    if (value.is_array() && value.size() == 2 && value[0].is_number()) value = {value[0]};
  run.time_series["spans"] = 1;
  for (PageJson& table : run.time_series["power"]) table["watts"] = {table["watts"][0]};
  const Document document = run_document({run});
  for (const Chart* chart : document.charts()) EXPECT_NE(chart->x.title, "time") << chart->name;
  EXPECT_THAT(render(document, Format::text),
              HasSubstr("Nothing of a is drawn over time: all of it is in one"));
  EXPECT_THAT(render(run_document({small_run("a", "")}), Format::text), Not(HasSubstr("drawn over time")));
}

TEST(RunDocument, NamesInWhatTwoRunsDiffer) {
  const Table table = differences({small_run("a", "[traffic]\nload = 0.1\nsize = 1\n"),
                                   small_run("b", "[traffic]\nload = 0.2\nsize = 1\n")});
  ASSERT_EQ(table.rows.size(), 1u);
  EXPECT_EQ(cell_text(table.rows[0][0], {}), "traffic.load");
}

TEST(RunDocument, ARunThatLacksAllThatDiffersHasItsColumn) {
  const Table table = differences({small_run("full", ""), small_run("a", "[control]\nepoch = 1\n")});
  ASSERT_EQ(table.rows.size(), 1u);
  EXPECT_EQ(cell_text(table.rows[0][1], {}), "-");
  EXPECT_THAT(to_text(table), HasSubstr("full"));
}

TEST(RunDocument, ARunWithoutAnythingIsStillAReport) {
  RunSource run;
  run.name = "empty", run.summary = PageJson::object();
  EXPECT_FALSE(render(run_document({run}), Format::text).empty());
}

TEST(NetworkRows, ChannelsBetweenTheSamePlacesAreShownTogether) {
  const auto numbers = [](const std::vector<std::int32_t>& list) {
    return packed(std::span<const std::int32_t>(list));
  };
  const auto bytes = [](const std::vector<std::uint8_t>& list) {
    return packed(std::span<const std::uint8_t>(list));
  };
  PageJson network = {{"channels", 3},
                      {"switches", 2},
                      {"places", {{"one", 0, 0}, {"two", 1, 1}}},
                      {"place_of", numbers({0, 1})},
                      {"from", numbers({0, 0, -1})},
                      {"to", numbers({1, 1, 0})},
                      {"kind", bytes({1, 1, 0})}};
  PageJson history = {{"channels", 3},
                      {"spans", 1},
                      {"busy", bytes({10, 30, 7})},
                      {"rate", bytes({0, 0, 0})},
                      {"state", bytes({0, 0, 0})}};
  EXPECT_FALSE(fit_for_page(network, history, 3));
  EXPECT_TRUE(fit_for_page(network, history, 2));
  EXPECT_EQ(history["channels"], 2);
  EXPECT_EQ(unpacked_bytes(history["busy"].get<std::string>(), 2), (std::vector<std::uint8_t>{20, 7}));
  EXPECT_THAT(network["names"][0].get<std::string>(), HasSubstr("2 channels"));
  EXPECT_EQ(unpacked_numbers(network["members"].get<std::string>(), 2), (std::vector<std::int32_t>{2, 1}));
}

TEST(NetworkRows, SpansAreJoinedBeforeChannels) {
  const std::vector<std::uint8_t> plane{10, 21, 0, 0, 1, 2, 3, 4, 5, 6, 7, 200, 0, 3, 0, 0, 9};  // 17 spans
  PageJson network = {{"channels", 1}};
  PageJson history = {{"channels", 1}, {"spans", 17}, {"span_ps", 10}};
  for (const char* name : {"busy", "rate", "state", "why", "changes"})
    history[name] = packed(std::span<const std::uint8_t>(plane));
  EXPECT_FALSE(fit_for_page(network, history, 9));
  EXPECT_EQ(history["spans"], 9);
  EXPECT_EQ(history["span_ps"], 20);
  const auto of = [&](const char* name) { return *unpacked_bytes(history[name].get<std::string>(), 9); };
  EXPECT_EQ(of("busy"), (std::vector<std::uint8_t>{16, 0, 2, 4, 6, 104, 2, 0, 9}));
  EXPECT_EQ(of("state"), (std::vector<std::uint8_t>{21, 0, 2, 4, 6, 200, 3, 0, 9}));
  EXPECT_EQ(of("why"), (std::vector<std::uint8_t>{21, 0, 2, 4, 6, 200, 3, 0, 9}));
  EXPECT_EQ(of("changes"), (std::vector<std::uint8_t>{31, 0, 3, 7, 11, 207, 3, 0, 9}));
}

/// A series of one channel between two switches, with a change applied.
std::string series_with(const std::function<void(PageJson&)>& change) {
  const auto numbers = [](std::vector<std::int32_t> list) {
    return packed(std::span<const std::int32_t>(list));
  };
  const auto bytes = [](std::vector<std::uint8_t> list) {
    return packed(std::span<const std::uint8_t>(list));
  };
  PageJson series = {
      {"format", "ebb series"},
      {"version", 1},
      {"network",
       {{"channels", 1},
        {"switches", 2},
        {"places", {{"one", 0, 0}, {"two", 1, 1}}},
        {"kinds", {"cable"}},
        {"place_of", numbers({0, 1})},
        {"from", numbers({0})},
        {"to", numbers({1})},
        {"kind", bytes({0})}}},
      {"history",
       {{"channels", 1}, {"spans", 1}, {"busy", bytes({1})}, {"rate", bytes({1})}, {"state", bytes({0})}}}};
  if (change) change(series);
  return series.dump();
}

TEST(ReportSource, RefusesChannelsThatLeadNowhere) {
  const auto numbers = [](std::vector<std::int32_t> list) {
    return packed(std::span<const std::int32_t>(list));
  };
  const auto bytes = [](std::vector<std::uint8_t> list) {
    return packed(std::span<const std::uint8_t>(list));
  };
  const auto problems = [](const std::function<void(PageJson&)>& change) {
    RunSource run;
    return read_series(series_with(change), "series.json", run).size();
  };
  EXPECT_EQ(problems({}), 0u);
  EXPECT_EQ(problems([&](PageJson& s) { s["network"]["to"] = numbers({2}); }), 1u);
  EXPECT_EQ(problems([&](PageJson& s) { s["network"]["from"] = numbers({1 << 30}); }), 1u);
  EXPECT_EQ(problems([&](PageJson& s) {
              s["network"]["from"] = numbers({-5}), s["network"]["to"] = numbers({-1});
            }),
            1u);
  EXPECT_EQ(problems([&](PageJson& s) { s["network"]["place_of"] = numbers({0, 7}); }), 1u);
  EXPECT_EQ(problems([&](PageJson& s) { s["network"]["kind"] = bytes({9}); }), 1u);
  EXPECT_EQ(problems([&](PageJson& s) { s["network"]["channels"] = -1, s["history"]["channels"] = -1; }), 1u);
  EXPECT_EQ(problems([&](PageJson& s) { s["history"]["why"] = bytes({1, 2}); }), 1u);
  EXPECT_EQ(problems([&](PageJson& s) { s["network"]["channel_names"] = {"a:1 -> b:2"}; }), 0u);
  EXPECT_EQ(problems([&](PageJson& s) { s["network"]["channel_names"] = {3}; }), 1u);
  EXPECT_EQ(problems([&](PageJson& s) { s["network"]["channel_names"] = {"a", "b"}; }), 1u);
}

TEST(ReportSource, RefusesASeriesOfAnotherVersion) {
  RunSource run;
  const Problems problems = read_series(R"({"format": "ebb series", "version": 2})", "series.json", run);
  ASSERT_EQ(problems.size(), 1u);
  EXPECT_THAT(problems[0].what, HasSubstr("version 2"));
}

}  // namespace
}  // namespace ebb::inline report
