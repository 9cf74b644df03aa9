#include "report/decisions/why_report.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <nlohmann/json.hpp>
#include <sstream>

#include "report/decisions/decisions_testing.hpp"
#include "report/document/wrapped_text.hpp"

namespace ebb::inline report {
namespace {

using testing::HasSubstr, testing::Not;

DecisionFile small_file(const DecisionsAbout& about = small_about(), const DecisionsEnd& end = small_end()) {
  const TestFolder folder;
  auto file = DecisionFile::open(write_small_log(folder, about, end));
  EXPECT_TRUE(file);
  return std::move(*file);
}

/// The end of a run whose decisions are all in the file.
DecisionsEnd whole_end() {
  DecisionsEnd end = small_end();
  end.decisions.beyond = 0;
  end.reasons = {{"busier than the target", 3, 1}, {"quieter than the target", 11, 3}};
  return end;
}

std::size_t widest_line(const std::string& text) {
  std::istringstream in(text);
  std::size_t widest = 0;
  for (std::string line; std::getline(in, line);) widest = std::max(widest, line.size());
  return widest;
}

TEST(WhyReport, BeginsWithTheReasonsAndTheChannelsThatChangedMost) {
  const std::string text = render_overview(small_file(), 1, Format::text);
  EXPECT_THAT(text, HasSubstr("policy    halve_double (target = 0.5)\n"));
  EXPECT_THAT(text, HasSubstr("quieter than the target           11        3\n"));
  EXPECT_THAT(text, HasSubstr("      1  switch 0 port 1 -> host 1          3       1       2\n"));
  EXPECT_THAT(text, Not(HasSubstr("host 0 -> switch 0")));  // beyond the limit
  EXPECT_THAT(text, HasSubstr("the first 4 are in this file"));
}

TEST(WhyReport, SaysTheTimeOnTheClockOfAnAgent) {
  const TestFolder folder;
  DecisionsAbout about = small_about();
  EXPECT_THAT(render_overview(small_file(), 1, Format::text),
              HasSubstr("time      50 us simulated, evaluated"));
  about.run = "mine.toml (agent)";
  DecisionsEnd end = small_end();
  end.simulated = Picoseconds{43'500'000'000'000};
  const auto file = DecisionFile::open(write_small_log(folder, about, end));
  ASSERT_TRUE(file);
  const std::string text = render_overview(*file, 1, Format::text);
  EXPECT_THAT(text, HasSubstr("time      43.5 s on the clock, counted from the agent's start, evaluated"));
  EXPECT_THAT(text, Not(HasSubstr("digest")));
}

TEST(WhyReport, EachDecisionOfAnAgentHasItsTimeOfDay) {
  const TestFolder folder;
  DecisionsAbout about = small_about();
  about.run = "mine.toml (agent since 2026-11-17T04:15:52Z)";
  const auto file = DecisionFile::open(write_small_log(folder, about, small_end()));
  ASSERT_TRUE(file);
  DecisionQuery query;
  query.channels = {1};
  EXPECT_THAT(render_history(*file, query, Format::text),
              HasSubstr("0.000 s, 2026-11-17T04:15:52Z  40 -> 20"));
  EXPECT_THAT(render_history(*file, query, Format::csv), HasSubstr(",2026-11-17T04:15:52Z\r\n"));
  EXPECT_THAT(render_history(*file, query, Format::json), HasSubstr("\"began\": \"2026-11-17T04:15:52Z\""));
  EXPECT_THAT(render_moment(*file, {1}, 20_us, 5, Format::text),
              HasSubstr("at 0.000 s, 2026-11-17T04:15:52Z\n"));
}

TEST(WhyReport, TellsAChannelsHistory) {
  DecisionQuery query;
  query.channels = {1};
  const std::string text = render_history(small_file(), query, Format::text);
  EXPECT_THAT(text, HasSubstr("channel 1: switch 0 port 1 -> host 1\n"));
  EXPECT_THAT(text, HasSubstr("           10 us  40 -> 20 Gb/s, quieter than the target\n"));
  EXPECT_THAT(text, HasSubstr("evaluated by time: 2.0 % busy and 1,000 B sent in 10 us,\n"));
  EXPECT_THAT(text, HasSubstr("           30 us  10 -> 40 Gb/s, busier than the target\n"));
  EXPECT_THAT(text, HasSubstr("evaluated by queue: 75.0 % busy"));
}

TEST(WhyReport, SaysWhenAQueueIsNotKnown) {
  DecisionQuery query;
  query.channels = {2};
  EXPECT_THAT(render_history(small_file(), query, Format::text), HasSubstr("queue not known"));
  EXPECT_THAT(render_history(small_file(), query, Format::csv), HasSubstr(",10000000,1000,,7000000\r\n"));
}

TEST(WhyReport, ChoosesByTimeAndReason) {
  const DecisionFile file = small_file();
  const auto found = [&](const DecisionQuery& query) {
    return nlohmann::json::parse(render_history(file, query, Format::json))["found"].get<int>();
  };
  DecisionQuery query;
  EXPECT_EQ(found(query), 4);
  query.from = 10_us, query.until = 20_us;
  EXPECT_EQ(found(query), 3);
  query.from = Picoseconds{10'000'001};
  EXPECT_EQ(found(query), 1);
  query.reason = "busier";
  EXPECT_EQ(found(query), 0);
  EXPECT_THAT(render_history(file, query, Format::text), HasSubstr("no decision of this file"));
  query.until.reset();
  EXPECT_EQ(found(query), 1);
}

TEST(WhyReport, SaysHowManyMoreThereAre) {
  DecisionQuery query;
  query.most = 1;
  const std::string text = render_history(small_file(), query, Format::text);
  EXPECT_THAT(text, HasSubstr("3 more; --limit"));
  EXPECT_THAT(text, HasSubstr("10 us  switch 0 port 1 -> host 1: 40 -> 20 Gb/s"));
}

TEST(WhyReport, KnowsWhatAChannelWantedAtAMomentAndSinceWhen) {
  const DecisionFile file = small_file(small_about(), whole_end());
  const auto at = [&](Picoseconds moment) { return render_moment(file, {1}, moment, 9, Format::text); };
  EXPECT_THAT(at(9_us), HasSubstr("requests 40 Gb/s since the start\n  next at 10 us: 40 -> 20 Gb/s"));
  EXPECT_THAT(at(10_us),
              HasSubstr("requests 20 Gb/s since 10 us\n    40 -> 20 Gb/s, quieter than the target\n"));
  EXPECT_THAT(at(29_us), HasSubstr("requests 10 Gb/s since 20 us"));
  EXPECT_THAT(at(50_us), HasSubstr("requests 40 Gb/s since 30 us"));
  EXPECT_THAT(at(50_us), Not(HasSubstr("next")));
  EXPECT_THAT(at(50_us), Not(HasSubstr("not known")));
}

TEST(WhyReport, DoesNotKnowWhatAChannelWantedAfterTheLastDecisionThatWasKept) {
  const DecisionFile file = small_file();  // two more were made after 30 us
  const auto at = [&](std::uint32_t channel, Picoseconds moment) {
    return render_moment(file, {channel}, moment, 9, Format::text);
  };
  EXPECT_THAT(at(1, 29_us), HasSubstr("requests 10 Gb/s since 20 us"));
  EXPECT_THAT(at(1, 30_us), HasSubstr("requests 40 Gb/s since 30 us"));
  EXPECT_THAT(at(1, 30_us), HasSubstr("next: not known after 30 us"));
  EXPECT_THAT(at(2, 30_us), HasSubstr("requested rate: not known after 30 us"))
      << "kept by time, then by channel";
  EXPECT_THAT(at(1, 31_us),
              HasSubstr("requested rate: not known after 30 us\n    before that, at 30 us: 10"));
  EXPECT_THAT(at(1, 31_us), HasSubstr("--decisions-limit"));
  EXPECT_THAT(at(0, 31_us), Not(HasSubstr("since the start")));
  const auto row = nlohmann::json::parse(render_moment(file, {1}, 31_us, 9, Format::json)).at("rows").at(0);
  for (const char* key : {"requested_gbps", "since_ps", "why", "other_direction_gbps"})
    EXPECT_TRUE(row.at(key).is_null()) << key;
}

TEST(WhyReport, DoesNotKnowWhatThePairGetsIfOneDirectionIsNotKnown) {
  DecisionsAbout about = small_about();
  about.paired = true;
  const std::string text = render_moment(small_file(about), {1}, 30_us, 9, Format::text);
  EXPECT_THAT(text, HasSubstr("the other direction requested rate: not known after 30 us\n"));
  EXPECT_THAT(text, HasSubstr("paired: what both directions get is not known after 30 us\n"));
}

TEST(WhyReport, SaysWhatThePairOfAChannelWants) {
  DecisionsAbout about = small_about();
  about.paired = true;
  const std::string text = render_moment(small_file(about), {1}, 25_us, 9, Format::text);
  EXPECT_THAT(text, HasSubstr("the other direction requests 40 Gb/s since the start\n"));
  EXPECT_THAT(text, HasSubstr("paired: both directions get 40 Gb/s\n"));
}

TEST(WhyReport, SaysThatACableStaysOnForItsOtherDirection) {
  DecisionsAbout about = small_about();
  about.levels[0] = {0};
  const DecisionFile file = small_file(about);
  EXPECT_THAT(render_moment(file, {1}, 25_us, 9, Format::text),
              HasSubstr("requests off since 20 us\n    20 Gb/s -> off, quieter than the target\n"));
  EXPECT_THAT(render_moment(file, {1}, 25_us, 9, Format::text),
              HasSubstr("the other direction requests 40 Gb/s since the start, so the cable stays on\n"));
  EXPECT_THAT(render_moment(file, {1}, 15_us, 9, Format::text), Not(HasSubstr("stays on")));
}

TEST(WhyReport, TellsOfAChannelThatMayNotGoOffYetThatItGotNeitherFasterNorSlower) {
  const TestFolder folder;
  const std::string path = (folder.path / "refused.why").string();
  DecisionWriter writer(path, small_about());
  DecisionRecord refused = small_records()[0];
  refused.to = refused.from, refused.why = "refused: it is not empty yet";
  writer.add({{refused}});
  DecisionsEnd end = small_end();
  end.decisions = {1, 0}, end.reasons = {{"refused: it is not empty yet", 3, 1}};
  EXPECT_TRUE(writer.finish(end).empty());
  const std::string text = render_overview(*DecisionFile::open(path), 9, Format::text);
  EXPECT_THAT(text, HasSubstr("      1  switch 0 port 1 -> host 1          1       0       0\n"));
}

TEST(WhyReport, CountsTheChannelsAtEachRate) {
  EXPECT_EQ(render_rates(small_file(), 15_us, Format::csv), "rate_gbps,channels\r\n10,0\r\n20,2\r\n40,2\r\n");
}

TEST(WhyReport, CountsNoChannelsAfterTheLastDecisionThatWasKept) {
  EXPECT_EQ(render_rates(small_file(), 31_us, Format::csv), "rate_gbps,channels\r\n10,\r\n20,\r\n40,\r\n");
  EXPECT_EQ(render_rates(small_file(small_about(), whole_end()), 31_us, Format::csv),
            "rate_gbps,channels\r\n10,0\r\n20,1\r\n40,3\r\n");
  const std::string text = render_rates(small_file(), 31_us, Format::text);
  EXPECT_THAT(text, HasSubstr("not known after 30 us"));
  const auto json = nlohmann::json::parse(render_rates(small_file(), 31_us, Format::json));
  EXPECT_TRUE(json.at("rows").at(0).at("channels").is_null());
}

TEST(WhyReport, FitsATerminal) {
  DecisionsAbout about = small_about();
  about.network =
      "a network with a name and with parameters that nobody could write on one line of a terminal";
  about.paired = true;
  const DecisionFile file = small_file(about);
  EXPECT_LE(widest_line(render_overview(file, 9, Format::text)), terminal_width);
  EXPECT_LE(widest_line(render_history(file, {}, Format::text)), terminal_width);
  for (const Picoseconds moment : {30_us, 40_us}) {
    EXPECT_LE(widest_line(render_moment(file, {0, 1, 2, 3}, moment, 9, Format::text)), terminal_width);
    EXPECT_LE(widest_line(render_rates(file, moment, Format::text)), terminal_width);
  }
}

TEST(WhyReport, NamesTheNearestReason) {
  EXPECT_TRUE(check_reason(small_file(), "the target").empty());
  const Problems wrong = check_reason(small_file(), "bussier than the target");
  ASSERT_EQ(wrong.size(), 1u);
  EXPECT_THAT(wrong[0].hint, HasSubstr("did you mean \"\"busier than the target\"\"?"));
}

}  // namespace
}  // namespace ebb::inline report
