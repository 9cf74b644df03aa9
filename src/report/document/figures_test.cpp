#include "report/document/figures.hpp"

#include <gtest/gtest.h>

#include <nlohmann/json.hpp>

#include "report/document/joined_words.hpp"
#include "report/document/render.hpp"
#include "report/document/series_json.hpp"
#include "report/run/run_report.hpp"

namespace ebb::inline report {
namespace {

using Json = nlohmann::ordered_json;

std::vector<std::string> names(const std::vector<NamedFigure>& figures) {
  std::vector<std::string> out;
  for (const NamedFigure& f : figures) out.push_back(f.name);
  return out;
}

TEST(Figures, AreNamedByTheirPathInTheOrderOfTheDocument) {
  const Json document = {{"verdict", "steady"}, {"offered", {{"share", 0.5}, {"packets_per_s", 7}}}};
  const auto figures = figures_of(document);
  EXPECT_EQ(names(figures), (std::vector<std::string>{"verdict", "offered.share", "offered.packets_per_s"}));
  EXPECT_EQ(std::get<std::int64_t>(figure_named(figures, "offered.packets_per_s").value()), 7);
  EXPECT_EQ(std::get<std::string>(figures[0].value.value()), "steady");
}

TEST(Figures, OfATableAreNamedByTheFirstColumn) {
  const Json document = {
      {"latency",
       Json::array({{{"what", "packets in the network"}, {"p99_ns", 3.5}, {"half_width_ns", nullptr}}})},
      {"rates", Json::array({{{"rate_gbps", 2.5}, {"time_percent", 60.0}},
                             {{"rate_gbps", 0.7000000000000001}, {"time_percent", 40.0}}})}};
  const auto figures = figures_of(document);
  EXPECT_EQ(names(figures),
            (std::vector<std::string>{
                "latency.packets_in_the_network.p99_ns", "latency.packets_in_the_network.half_width_ns",
                "rates.rate_gbps_2_5.time_percent", "rates.rate_gbps_0_7.time_percent"}));
  EXPECT_EQ(figures[1].value.value().index(), 0u) << "null is a figure that is not known";
}

TEST(Figures, OfATableAreNamedByAllTextsThatARowBeginsWith) {
  const Json components = Json::array({{{"table", "a 1"},
                                        {"of", "switches"},
                                        {"part", "buffers"},
                                        {"energy_j", 1.5},
                                        {"share_percent", 60.0}},
                                       {{"table", "a 1"},
                                        {"of", "hosts"},
                                        {"part", "buffers"},
                                        {"energy_j", nullptr},
                                        {"share_percent", nullptr}}});
  EXPECT_EQ(names(figures_of(Json{{"components", components}})),
            (std::vector<std::string>{
                "components.a_1.switches.buffers.energy_j", "components.a_1.switches.buffers.share_percent",
                "components.a_1.hosts.buffers.energy_j", "components.a_1.hosts.buffers.share_percent"}));
  // A row of texts only ends in a figure, and has the same name whatever the other rows are.
  const Json why = {{"what", "messages"}, {"percentile", "p99"}, {"why", "too short"}};
  const auto figures = figures_of(Json{{"no_intervals", Json::array({why})}});
  EXPECT_EQ(names(figures), std::vector<std::string>{"no_intervals.messages.p99.why"});
  EXPECT_EQ(std::get<std::string>(figures[0].value.value()), "too short");
}

TEST(Figures, OfRowsThatShareTheirFirstNumberAreNamedByFurtherOnes) {
  const auto flow = [](int source, int destination) {
    return Json{{"source", source}, {"destination", destination}, {"packets", 9}};
  };
  EXPECT_EQ(names(figures_of(Json{{"flows", Json::array({flow(1, 2), flow(1, 3)})}})),
            (std::vector<std::string>{"flows.source_1.destination_2.packets",
                                      "flows.source_1.destination_3.packets"}));
  EXPECT_EQ(names(figures_of(Json{{"flows", Json::array({flow(1, 2), flow(1, 2)})}})),
            (std::vector<std::string>{"flows.source_1.destination_2.0.packets",
                                      "flows.source_1.destination_2.1.packets"}))
      << "what nothing tells apart is numbered";
}

TEST(Figures, OfAListOfWordsAreOne) {
  const auto figures = figures_of(Json{{"missing_numbers", {"a (x, y)", "b (z)"}}, {"none", Json::array()}});
  ASSERT_EQ(figures.size(), 1u);
  EXPECT_EQ(std::get<std::string>(figures[0].value.value()), "a (x, y); b (z)");
  EXPECT_EQ(separate_words("a (x, y); b (z)"), (std::vector<std::string>{"a (x, y)", "b (z)"}));
  EXPECT_TRUE(separate_words("").empty());
}

TEST(Figures, OfOneResultAreOneLineOfCsv) {
  EXPECT_EQ(to_csv(figures_row(figures_of(Json{{"a_ns", 1}, {"why", "x, y"}}))),
            "a_ns,why\r\n1,\"x, y\"\r\n");
}

TEST(RunFigures, ThatWereNotMeasuredAreNullAndNotNought) {
  RunResult run;
  run.channels.emplace_back();
  run.channels.back().name = "to host", run.channels.back().channels = 4;
  run.time_series.spans.resize(1);
  Json json = run_json({}, run);
  EXPECT_TRUE(json["offered"].is_null());
  EXPECT_TRUE(json["accepted"].is_null());
  EXPECT_TRUE(json["ideal_percent"].is_null());
  EXPECT_TRUE(json["channels"][0]["utilisation_mean_percent"].is_null());
  EXPECT_TRUE(time_series_json(run)["latency_p99_ps"][0].is_null());
  run.statistics.measured_until = run.metered_until = 1_us;
  json = run_json({}, run);
  EXPECT_EQ(json["accepted"]["packets_per_s"], 0);
  EXPECT_EQ(json["channels"][0]["utilisation_mean_percent"], 0);
}

}  // namespace
}  // namespace ebb::inline report
