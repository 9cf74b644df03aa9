// Figure 9 of the founding paper on its small network: what holds for latency under any of the model's open
// choices, and which rows are known to differ (reasons: docs/results/reproduction-simulated.md).
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <map>
#include <set>

#include "reproduce/reproduce.hpp"

namespace ebb::inline reproduce {
namespace {

using testing::HasSubstr;
using Ids = std::set<std::string>;

const std::string workloads[] = {"uniform", "search", "advert"};

/// The rows of a quick reproduction by their ids.
class QuickRows {
 public:
  explicit QuickRows(std::string_view name) {
    for (const Reproduction& r : reproductions()) {
      if (r.name != name) continue;
      auto rows = rows_of(r, {.quick = true});
      EXPECT_TRUE(rows) << to_text(rows.problems());
      if (!rows) continue;
      for (const Row& row : *rows) EXPECT_TRUE(rows_.emplace(row.id, row).second) << row.id;
    }
  }
  std::size_t size() const { return rows_.size(); }
  Row row(const std::string& id) const {
    const auto found = rows_.find(id);
    EXPECT_NE(found, rows_.end()) << "there is no " << id;
    return found == rows_.end() ? Row{} : found->second;
  }
  double ours(const std::string& id) const { return row(id).ours; }
  Ids differing() const {
    Ids ids;
    for (const auto& [id, row] : rows_)
      if (row.verdict == RowVerdict::differs) ids.insert(id);
    return ids;
  }

 private:
  std::map<std::string, Row> rows_;
};

/// `of_what` selects packets or messages.
void expect_growth_with_the_target(const QuickRows& rows, const std::string& workload,
                                   const std::string& of_what) {
  SCOPED_TRACE(workload + of_what);
  const auto later = [&](const char* run) { return rows.ours(workload + run + of_what); };
  const double at_25 = later(".paired_25"), at_50 = later(".paired_50"), at_75 = later(".paired_75"),
               alone = later(".independent_50");
  EXPECT_GT(at_25, 1);  // more than the transition time: packets also wait for slow channels
  EXPECT_GT(at_50, at_25);
  EXPECT_GT(at_75, 1.1 * at_50);
  EXPECT_LT(at_75, 4 * at_25);
  EXPECT_GT(alone, 0.8 * at_50);  // Advert has few messages
  EXPECT_LT(alone, 2 * at_50);
}

TEST(Figure9, AHigherTargetCostsMoreLatencyAndSavesAFewPoints) {
  const QuickRows rows("abts-fig9a");
  EXPECT_EQ(rows.size(), 38u);
  for (const std::string& workload : workloads) {
    expect_growth_with_the_target(rows, workload, "_us");
    expect_growth_with_the_target(rows, workload, "_messages_us");
    // An ideal channel has 94 points between its slowest and its fastest rate, the chip 58.
    const double ideal = rows.ours(workload + ".ideal_power_range_points");
    EXPECT_LT(ideal, 10);
    EXPECT_LT(rows.ours(workload + ".power_range_points"), 0.75 * ideal);
  }
  // Packets that last longer than an epoch add delay everywhere, most with independent channels.
  for (const std::string workload : {"uniform", "advert"}) {
    EXPECT_GT(rows.ours(workload + ".paired_16k_us"), 1.5 * rows.ours(workload + ".paired_50_us"));
    EXPECT_GT(rows.ours(workload + ".independent_16k_us"), 1.4 * rows.ours(workload + ".paired_16k_us"));
  }
  // A message waits for the rate to follow, so messages of half a megabyte are delayed more than short ones.
  EXPECT_GT(rows.ours("uniform.paired_50_messages_us"), 2 * rows.ours("advert.paired_50_messages_us"));
  EXPECT_GT(rows.ours("advert.paired_50_messages_us"), 2 * rows.ours("search.paired_50_messages_us"));
  EXPECT_EQ(rows.differing(),
            (Ids{"uniform.independent_50_us", "search.independent_50_us", "advert.independent_50_us"}));
}

void expect_growth_with_reactivation(const QuickRows& rows, const std::string& workload,
                                     const std::string& of_what) {
  double before = 0;
  for (const char* reactivation : {"100", "1000", "10000", "100000"}) {
    const double now = rows.ours(fmt::format("{}.{}_ns{}", workload, reactivation, of_what));
    EXPECT_GT(now, 1.8 * before) << workload << of_what << " " << reactivation << " ns";
    before = now;
  }
  EXPECT_GT(rows.ours(workload + ".10000_ns" + of_what), 4 * rows.ours(workload + ".1000_ns" + of_what));
}

TEST(Figure9, LongerReactivationCostsMoreLatencyUntilTheNetworkFallsBehind) {
  const QuickRows rows("abts-fig9b");
  EXPECT_EQ(rows.size(), 27u);
  for (const std::string& workload : workloads) {
    expect_growth_with_reactivation(rows, workload, "_us");
    expect_growth_with_reactivation(rows, workload, "_messages_us");
    const std::string verdict = "the run's verdict: ";
    EXPECT_THAT(rows.row(workload + ".10000_ns_us").note, HasSubstr(verdict + "undecided, it carried"));
    for (const char* reactivation : {".100_ns_us", ".1000_ns_us", ".100000_ns_us"})  // half a run is short
      EXPECT_THAT(rows.row(workload + reactivation).note, HasSubstr(verdict + "undecided, it carried"));
  }
  EXPECT_EQ(rows.differing(), (Ids{"uniform.10000_ns_us", "uniform.100000_ns_us", "uniform.power_100000_ns",
                                   "search.10000_ns_us", "search.100000_ns_us", "search.power_100000_ns",
                                   "advert.10000_ns_us", "advert.100000_ns_us", "advert.power_100000_ns"}));
}

}  // namespace
}  // namespace ebb::inline reproduce
