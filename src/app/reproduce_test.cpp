#include "app/reproduce.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <nlohmann/json.hpp>
#include <set>

namespace ebb {
namespace {

PrintedValue printed(std::string value, Comparison compare = Comparison::equals) {
  PrintedValue p;
  p.id = "known", p.what = "something", p.where = "Table 1";
  p.value = std::move(value), p.compare = compare;
  return p;
}

TEST(Comparison, EqualsRoundsOursToThePrintedDigits) {
  EXPECT_TRUE(agrees(printed("655"), 655.36));
  EXPECT_FALSE(agrees(printed("655"), 655.5));
  EXPECT_TRUE(agrees(printed("1.13"), 1.125));  // halves go up, as in Table 1 of Abts
  EXPECT_FALSE(agrees(printed("1.12"), 1.125));
  EXPECT_FALSE(agrees(printed("17.0"), 17.1));
  EXPECT_TRUE(agrees(printed("17"), 17.1));
  PrintedValue thousands = printed("975000");
  thousands.decimals = -3;
  EXPECT_TRUE(agrees(thousands, 974'848));
  EXPECT_FALSE(agrees(thousands, 974'499));
}

TEST(Comparison, WordsMeanWhatTheySay) {
  EXPECT_TRUE(agrees(printed("1.6", Comparison::over), 1.607));
  EXPECT_FALSE(agrees(printed("1.6", Comparison::over), 1.599));
  EXPECT_FALSE(agrees(printed("1.6", Comparison::over), 1.71));
  EXPECT_TRUE(agrees(printed("50", Comparison::nearly), 48.3));
  EXPECT_FALSE(agrees(printed("50", Comparison::nearly), 50.1));
  EXPECT_FALSE(agrees(printed("50", Comparison::nearly), 44.9));
  EXPECT_TRUE(agrees(printed("4096", Comparison::less_than), 4095));
  EXPECT_FALSE(agrees(printed("4096", Comparison::less_than), 4096));
  EXPECT_TRUE(agrees(printed("300000", Comparison::more_than), 300'001));
  EXPECT_FALSE(agrees(printed("300000", Comparison::more_than), 300'000));
  EXPECT_TRUE(agrees(printed("202500", Comparison::about), 202'950));
  EXPECT_FALSE(agrees(printed("202500", Comparison::about), 205'000));
}

TEST(PrintedValue, RefusesWhatIsNoNumber) {
  EXPECT_EQ(printed("32k").check().size(), 1u);
  EXPECT_EQ(printed("1,000").check()[0].where, "value");
  EXPECT_EQ(printed("nan").check().size(), 1u);
  EXPECT_TRUE(printed("").check().empty());
}

TEST(ReadPrinted, SaysWhichListIsMissing) {
  const auto missing = read_printed("abts", "abts-table9");
  ASSERT_FALSE(missing);
  EXPECT_NE(missing.problems()[0].where.find("abts-table9"), std::string::npos);
  EXPECT_FALSE(read_printed("nobody", "abts-table1"));
}

TEST(Rows, JoinPaperAndOursById) {
  PrintedValue value = printed("10");
  value.note = "as printed";
  Rows rows(PrintedValues{"A paper", {value}});
  EXPECT_EQ(rows.missing(), std::vector<std::string>{"known"});
  rows.add("known", 10.4, "a reason");
  rows.add_unprinted("y", "something else", "W", 3);
  EXPECT_TRUE(rows.missing().empty());
  ASSERT_EQ(rows.rows().size(), 2u);
  EXPECT_EQ(rows.rows()[0].verdict, Verdict::match);
  EXPECT_EQ(rows.rows()[0].note, "as printed; a reason");
  EXPECT_EQ(rows.rows()[1].verdict, Verdict::shape);
  EXPECT_FALSE(rows.rows()[1].paper.has_value());
}

TEST(Rows, StopTheProgramOnAnUnknownOrRepeatedId) {
  Rows rows(PrintedValues{"A paper", {printed("10")}});
  EXPECT_DEATH(rows.add("z", 1), "internal error");
  rows.add("known", 10);
  EXPECT_DEATH(rows.add("known", 10), "internal error");
}

std::string id_of(const Reproduced& one, const Row& row) {
  return fmt::format("{}/{}", one.reproduction->name, row.id);
}

/// All of them, computed once for all tests.
const std::vector<Reproduced>& run_all() {
  static const std::vector<Reproduced> all = [] {
    std::vector<Reproduced> results;
    for (const Reproduction& r : reproductions()) {
      auto rows = run(r);
      EXPECT_TRUE(rows) << r.name << "\n" << to_text(rows.problems());
      if (rows) results.push_back({&r, std::move(*rows)});
    }
    return results;
  }();
  return all;
}

/// Where we knowingly disagree with the paper; everything else with a printed number must match.
const std::set<std::string> known_differences = {
    "abts-table2/ideal_slowest_percent.section4",
    "abts-table2/ideal_slowest_percent.always_slow",
    "koibuchi-table2/complete1.links",
    "koibuchi-table2/complete5.links",
};

TEST(Reproductions, EveryRowMatchesButTheKnownSlipsOfThePapers) {
  std::set<std::string> differing;
  EXPECT_EQ(run_all().size(), reproductions().size());
  for (const Reproduced& one : run_all()) {
    EXPECT_FALSE(one.rows.empty()) << one.reproduction->name;
    for (const Row& row : one.rows) {
      if (row.paper) {
        EXPECT_NE(row.verdict, Verdict::shape) << id_of(one, row);
      }
      if (row.verdict != Verdict::differs) continue;
      differing.insert(id_of(one, row));
      EXPECT_NE(row.note, "") << id_of(one, row) << " needs a reason";
    }
  }
  EXPECT_EQ(differing, known_differences);
}

TEST(Reproductions, HaveDistinctNamesAndRowIds) {
  std::set<std::string> names, ids;
  for (const Reproduced& one : run_all()) {
    EXPECT_TRUE(names.insert(std::string(one.reproduction->name)).second) << one.reproduction->name;
    EXPECT_FALSE(one.reproduction->summary.empty());
    for (const Row& row : one.rows) EXPECT_TRUE(ids.insert(id_of(one, row)).second) << id_of(one, row);
  }
}

void expect_schema(const nlohmann::ordered_json& document) {
  std::vector<std::string> keys;
  for (const auto& item : document.items()) keys.push_back(item.key());
  EXPECT_EQ(keys, (std::vector<std::string>{"name", "rows"}));
  for (const auto& row : document["rows"]) {
    keys.clear();
    for (const auto& item : row.items()) keys.push_back(item.key());
    EXPECT_EQ(keys, (std::vector<std::string>{"id", "what", "unit", "paper", "ours", "verdict", "note"}));
    EXPECT_TRUE(row["paper"].is_number() || row["paper"].is_null());
    EXPECT_TRUE(row["ours"].is_number());
    EXPECT_TRUE(row["verdict"] == "match" || row["verdict"] == "differs" || row["verdict"] == "shape");
  }
}

TEST(ReproductionOutput, JsonHasExactlyThePromisedKeys) {
  const auto& all = run_all();
  expect_schema(nlohmann::ordered_json::parse(reproductions_json({&all[0], 1}, false)));
  const auto list = nlohmann::ordered_json::parse(reproductions_json(all, true));
  ASSERT_TRUE(list.is_array());
  EXPECT_EQ(list.size(), reproductions().size());
  for (const auto& document : list) expect_schema(document);
}

TEST(ReproductionOutput, CsvAndMarkdownHaveALinePerRow) {
  const auto& all = run_all();
  std::size_t rows = 0;
  for (const auto& one : all) rows += one.rows.size();
  const std::string csv = reproductions_csv(all), markdown = reproductions_markdown(all);
  EXPECT_EQ(static_cast<std::size_t>(std::count(csv.begin(), csv.end(), '\n')), rows + 1);
  std::size_t lines = 0;
  for (std::size_t at = 0; (at = markdown.find("\n| ", at)) != std::string::npos; ++at) ++lines;
  EXPECT_EQ(lines, rows + all.size());  // and a heading for each
}

TEST(ReproductionOutput, ShowsWhatTheRoundingHides) {
  const Reproduction r{"r", "a summary", "p", nullptr};
  const Row row{.id = "i",
                .what = "share",
                .unit = "%",
                .where = "",
                .printed = "≈ 42",
                .paper = 42,
                .ours = 41.6667,
                .decimals = 0,
                .verdict = Verdict::match,
                .note = "why"};
  const std::string text = reproduction_text({&r, {row, row}});
  EXPECT_NE(text.find("41.67"), std::string::npos) << text;
  EXPECT_NE(text.find("-0.79 %"), std::string::npos) << text;
  EXPECT_NE(text.find("[1] why"), std::string::npos) << text;
  EXPECT_EQ(text.find("[2]"), std::string::npos) << text;
}

}  // namespace
}  // namespace ebb
