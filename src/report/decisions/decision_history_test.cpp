#include "report/decisions/decision_history.hpp"

#include <gtest/gtest.h>

#include <string>

namespace ebb::inline report {
namespace {

DecisionRecord decision(std::int64_t at, std::uint32_t channel, std::string_view why) {
  DecisionRecord record;
  record.at = {at}, record.channel = channel, record.why = why;
  return record;
}

TEST(DecisionHistory, TellsTheLastReasonOfEachSpanAndHowManyThereWere) {
  DecisionHistory history(2, 10_ns);
  const std::vector<DecisionRecord> records = {decision(1'000, 0, "busy"), decision(2'000, 0, "quiet"),
                                               decision(15'000, 1, "busy")};
  history.add(records);
  EXPECT_EQ(history.reasons(), (std::vector<std::string>{"busy", "quiet"}));
  EXPECT_EQ(history.why(10_ns, 2), (std::vector<std::uint8_t>{2, 0, 0, 1}));
  EXPECT_EQ(history.changes(10_ns, 2), (std::vector<std::uint8_t>{2, 0, 0, 1}));
}

/// A policy may reuse the memory of its reasons. Those of one batch exist together.
TEST(DecisionHistory, ReadsATextAgainInEveryBatch) {
  DecisionHistory history(1, 10_ns);
  std::string why = "busy";
  for (const char* text : {"busy", "idle", "busy"}) {
    why = text;
    const DecisionRecord record = decision(1'000, 0, why);
    history.add(std::span(&record, 1));
    EXPECT_EQ(history.reasons()[history.why(10_ns, 1)[0] - 1], text);
  }
  std::vector<std::string> many;
  for (int i = 0; i < 9; ++i) many.push_back("reason " + std::to_string(i));
  std::vector<DecisionRecord> records;
  for (int i = 0; i < 27; ++i)
    records.push_back(decision(1'000, 0, many[static_cast<std::size_t>(i * 5 % 9)]));
  history.add(records);
  EXPECT_EQ(history.reasons()[history.why(10_ns, 1)[0] - 1], many[26 * 5 % 9]);
  EXPECT_EQ(history.changes(10_ns, 1)[0], 30);
}

TEST(DecisionHistory, KeepsItsSizeHoweverLongTheRun) {
  DecisionHistory history(1, 1_ns);
  for (std::int64_t at = 0; at < 100'000; ++at) {
    const DecisionRecord record = decision(at * 1'000'000, 0, at % 2 == 0 ? "busy" : "quiet");
    history.add(std::span(&record, 1));
  }
  const auto changes = history.changes({1'000'000'000'000 / 8}, 1);
  EXPECT_EQ(changes, (std::vector<std::uint8_t>{255}));
}

}  // namespace
}  // namespace ebb::inline report
