#include "report/decisions/decision_agreement.hpp"

#include <fmt/format.h>
#include <gmock/gmock.h>

#include "report/decisions/decisions_testing.hpp"
#include "report/page/agreement_document.hpp"

namespace ebb::inline report {
namespace {

using testing::HasSubstr;

struct Log {
  DecisionsAbout about = small_about();
  std::vector<DecisionRecord> records{};
  DecisionsEnd end = {.decisions = {}, .reasons = {}, .simulated = 100_us};

  Log& move(Picoseconds at, std::uint32_t channel, std::uint8_t from, std::uint8_t to, double busy = 0.1) {
    DecisionRecord record = small_records()[0];
    record.at = at, record.channel = channel, record.from = from, record.to = to, record.utilisation = busy;
    records.push_back(record);
    return *this;
  }
  DecisionFile written(const TestFolder& folder, const std::string& name) const {
    const std::string path = (folder.path / name).string();
    DecisionWriter writer(path, about);
    writer.add(records);
    DecisionsEnd all = end;
    all.decisions.kept = records.size();
    const std::uint64_t changes = all.decisions.kept + all.decisions.beyond;
    if (changes > 0) all.reasons = {{std::string(small_records()[0].why), changes, changes}};
    writer.finish(all);
    auto file = DecisionFile::open(path);
    EXPECT_TRUE(file) << to_text(file.problems());
    return *file;
  }
};

const TestFolder& folder() {
  static const TestFolder made;
  return made;
}

TEST(DecisionAgreement, OfAFileWithItselfIsWhole) {
  const DecisionFile file = Log().move(10_us, 1, 2, 1).move(30_us, 1, 1, 0).written(folder(), "itself.why");
  const auto found = agreement_of(file, file);
  ASSERT_TRUE(found);
  EXPECT_EQ(found->mean_points_apart(), 0);
  EXPECT_EQ(found->both, 2u);
  EXPECT_EQ(found->moves, 2u);
  EXPECT_EQ(found->still, 3u);
  ASSERT_EQ(found->channels.size(), 1u);
  EXPECT_EQ(found->channels[0].ours, (std::vector<Picoseconds>{70_us, 20_us, 10_us}));
}

/// Ours slows channel 1 down 8 us after theirs: 8 of 100 us in another state, 2 over four channels.
TEST(DecisionAgreement, CountsTheTimeApartAndTheLag) {
  const DecisionFile ours = Log().move(18_us, 1, 2, 1).written(folder(), "late.why");
  const DecisionFile theirs = Log().move(10_us, 1, 2, 1).written(folder(), "early.why");
  const auto found = agreement_of(ours, theirs);
  ASSERT_TRUE(found);
  EXPECT_DOUBLE_EQ(found->most_points_apart(), 8);
  EXPECT_DOUBLE_EQ(found->mean_points_apart(), 2);
  EXPECT_EQ(found->both, 1u) << "within an epoch of 10 us";
  EXPECT_EQ(found->lag, 8_us);
  const std::string text = render_agreement(*found, ours, theirs, 10, Format::text);
  EXPECT_THAT(text, HasSubstr("2.0 points apart on average over 4 channels, 8.0 at most"));
  EXPECT_THAT(text, HasSubstr("1 of 1 were made by both"));
  EXPECT_THAT(text, HasSubstr("ours came 8 us"));
}

TEST(DecisionAgreement, SaysWhatEachHadSeenWhereTheyPart) {
  const DecisionFile ours = Log().move(20_us, 0, 2, 1, 0.25).written(folder(), "one.why");
  const DecisionFile theirs =
      Log().move(60_us, 0, 2, 0, 0.05).move(70_us, 0, 0, 1).written(folder(), "other.why");
  const auto found = agreement_of(ours, theirs);
  ASSERT_TRUE(found);
  EXPECT_EQ(found->both, 0u);
  EXPECT_EQ(found->moves, 3u);
  const std::string csv = render_agreement(*found, ours, theirs, 10, Format::csv);
  EXPECT_THAT(csv, HasSubstr("ours at 20 us, busy 25 %"));
  EXPECT_THAT(csv, HasSubstr("theirs at 60 us, busy 5 %"));
  EXPECT_THAT(render_agreement(*found, ours, theirs, 10, Format::text), HasSubstr("first differences"));
}

TEST(DecisionAgreement, LeavesOutHostsThatOneOfThemDoesNotDrive) {
  const DecisionFile agent = Log().move(10_us, 1, 2, 1).written(folder(), "agent.why");
  const DecisionFile run = Log().move(10_us, 1, 2, 1).move(20_us, 2, 2, 0).written(folder(), "run.why");
  const auto found = agreement_of(agent, run);
  ASSERT_TRUE(found);
  EXPECT_EQ(found->left_out, 2u);
  EXPECT_EQ(found->mean_points_apart(), 0);
  EXPECT_EQ(agreement_of(run, run)->left_out, 0u);
}

TEST(DecisionAgreement, TellsOfTheTimeThatBothHave) {
  Log longer;
  longer.end.simulated = 500_us;
  const DecisionFile ours = longer.move(10_us, 1, 2, 1).move(300_us, 1, 1, 2).written(folder(), "long.why");
  const DecisionFile theirs = Log().move(10_us, 1, 2, 1).written(folder(), "short.why");
  const auto found = agreement_of(ours, theirs);
  ASSERT_TRUE(found);
  EXPECT_EQ(found->time, 100_us);
  EXPECT_EQ(found->mean_points_apart(), 0);
}

TEST(DecisionAgreement, AnAgentMayNameWhatASimulationNumbers) {
  Log named;
  for (ChannelEnds& c : named.about.channels)
    c.from_name = fmt::format("{}{}", c.from_host ? "h" : "s", c.from),
    c.to_name = fmt::format("{}{}", c.to_host ? "h" : "s", c.to);
  const DecisionFile agent = named.move(10_us, 1, 2, 1).written(folder(), "named.why");
  const DecisionFile simulated = Log().move(10_us, 1, 2, 1).written(folder(), "numbered.why");
  const auto found = agreement_of(agent, simulated);
  ASSERT_TRUE(found) << to_text(found.problems());
  EXPECT_EQ(found->both, 1u);
}

TEST(DecisionAgreement, RefusesWhatCannotBeCompared) {
  Log other_rates, other_network, cut;
  other_rates.about.levels = {10_Gbps, 25_Gbps, 50_Gbps};
  std::swap(other_network.about.channels[0].port, other_network.about.channels[1].port);
  cut.move(10_us, 1, 2, 1).end.decisions.beyond = 5;
  const DecisionFile plain = Log().written(folder(), "plain.why");
  const auto refusal = [&](const Log& log, const std::string& name) {
    const auto found = agreement_of(plain, log.written(folder(), name));
    return found ? "" : to_text(found.problems());
  };
  EXPECT_THAT(refusal(other_rates, "rates.why"), HasSubstr("has other rates than"));
  EXPECT_THAT(refusal(other_network, "network.why"), HasSubstr("is of another network"));
  EXPECT_THAT(refusal(cut, "cut.why"), HasSubstr("does not hold all decisions"));
}

/// Of two channels that leave the switch, one slows down to a quarter at 75 of 100 us.
TEST(DecisionAgreement, WishesAddUpOverTime) {
  const DecisionFile file = Log().move(75_us, 1, 2, 0).written(folder(), "wishes.why");
  EXPECT_EQ(wanted_percent(file, 100_us, 2, false), (std::vector<double>{100, 81.25}));
  EXPECT_EQ(wanted_percent(file, 100_us, 4, false), (std::vector<double>{100, 100, 100, 62.5}));
  EXPECT_EQ(wanted_percent(file, 100_us, 4, true), (std::vector<double>{100, 100, 100, 81.25}));
}

TEST(DecisionAgreement, IsDrawnOnOnePage) {
  const DecisionFile ours = Log().move(50_us, 1, 2, 0).written(folder(), "drawn.why");
  const DecisionFile theirs = Log().written(folder(), "still.why");
  const auto found = agreement_of(ours, theirs);
  ASSERT_TRUE(found);
  EXPECT_EQ(spans_of(*found), 10u) << "one for each question";
  const Document page = agreement_document(*found, ours, theirs, std::vector<double>(10, 20.0));
  const auto charts = page.charts();
  ASSERT_EQ(charts.size(), 4u);
  EXPECT_EQ(charts[0]->curves[1].y.front(), 100);
  EXPECT_EQ(charts[0]->curves[1].y.back(), 81.25) << "of four channels, those of the hosts too";
  EXPECT_EQ(charts[0]->curves[2].y.back(), 100);
  EXPECT_EQ(charts[1]->curves[1].x.back(), 20) << "power against load";
  EXPECT_EQ(charts[2]->curves[0].y, (std::vector<double>{12.5, 0}))
      << "a quarter of the rate, in half of the time";
  EXPECT_EQ(agreement_document(*found, ours, theirs, {}).charts().size(), 3u) << "nobody knows the load";
}

}  // namespace
}  // namespace ebb::inline report
