#include "traffic/size/sizes.hpp"

#include <gtest/gtest.h>

#include <cmath>

#include "config/data_files.hpp"
#include "config/read_fields.hpp"
#include "config/toml_file.hpp"
#include "traffic/size/fixed_size.hpp"
#include "traffic/size/size_distribution.hpp"
#include "traffic/size/size_range.hpp"

namespace ebb::inline traffic::sizes_test {
namespace {

constexpr Cutting cutting{{1'000}, {40}};

SizeDistribution shipped(const std::string& name) {
  SizeDistribution sizes;
  sizes.file = name;
  Problems problems;
  sizes.load(Node{}, "traffic.sizes", problems);
  EXPECT_EQ(to_text(problems), "");
  return sizes;
}

TEST(FixedSize, IsCutIntoFullPacketsAndTheRest) {
  FixedSize sizes;
  for (const auto& [bytes, packets] :
       {std::pair{1, 1.0}, {999, 1.0}, {1'000, 1.0}, {1'001, 2.0}, {2'500, 3.0}}) {
    sizes.size = {bytes};
    EXPECT_EQ(sizes.mean(cutting).bytes, bytes);
    EXPECT_EQ(sizes.mean(cutting).packets, packets);
  }
}

// 500 sizes of one packet, 1000 of two, 500 of three.
TEST(SizeRange, KnowsItsMeanInBytesAndPackets) {
  SizeRange sizes;
  sizes.least = {501}, sizes.most = {2'500};
  EXPECT_EQ(sizes.mean(cutting).bytes, 1'500.5);
  EXPECT_EQ(sizes.mean(cutting).packets, 2.0);
  Random random(1, 2, 3);
  double sum = 0;
  for (int i = 0; i < 100'000; ++i) {
    const Bytes size = sizes.draw(random);
    ASSERT_TRUE(size >= sizes.least && size <= sizes.most);
    sum += static_cast<double>(size.v);
  }
  EXPECT_NEAR(sum / 100'000, 1'500.5, 10);
}

// Two points: half of the messages have 10 bytes, the others 11 to 20 with equal probability.
TEST(SizeDistribution, IsLinearBetweenItsPoints) {
  SizeDistribution sizes;
  sizes.use({{10, 0.5}, {20, 1.0}});
  EXPECT_DOUBLE_EQ(sizes.mean(cutting).bytes, 0.5 * 10 + 0.5 * 15.5);
  Random random(1, 2, 3);
  std::vector<int> count(21, 0);
  for (int i = 0; i < 200'000; ++i) ++count.at(static_cast<std::size_t>(sizes.draw(random).v));
  EXPECT_NEAR(count[10], 100'000, 1'000);
  for (std::size_t size = 11; size <= 20; ++size) EXPECT_NEAR(count[size], 10'000, 400) << size;
}

TEST(SizeDistribution, CountsPacketsExactly) {
  SizeDistribution sizes;
  sizes.use({{1'000, 0.0}, {3'000, 1.0}});  // 1,000 sizes of two packets, 1,000 of three
  EXPECT_DOUBLE_EQ(sizes.mean(cutting).packets, 2.5);
}

// Means by hand from the points, with straight lines between them; beside them what the sources state for
// their full data. Ours come from fewer points, so they differ by up to a twelfth.
TEST(ShippedSizes, HaveTheseMeans) {
  const std::pair<std::string, double> expected[] = {
      {"data_mining", 5'036'535.625},     {"facebook_cache", 669'601.4},
      {"facebook_hadoop", 132'214.68755}, {"facebook_web", 65'195.275},
      {"gfs_read", 105'323.47785},        {"gfs_write", 468'471.0525},
      {"google_all_rpc", 3'168.06894805}, {"google_search_rpc", 454.95699745},
      {"search_request", 160.5},          {"web_search", 1'712'000.425}};
  std::vector<std::string> names;
  for (const auto& [name, mean] : expected) {
    SCOPED_TRACE(name);
    names.push_back(name);
    EXPECT_NEAR(shipped(name).mean(cutting).bytes, mean, mean * 1e-9);
    const auto tree = read_toml(data_file("data/sizes/" + name + ".toml"));
    ASSERT_TRUE(tree.ok());
    SizeFile file;
    Problems problems;
    read_fields(*tree, "", file, problems);
    EXPECT_TRUE(file.tag == "read" || file.tag == "recalled" || file.tag == "fitted") << file.tag;
    EXPECT_FALSE(file.title.empty() || file.source.empty());
    const auto stated = static_cast<double>(file.stated_mean.v);
    if (file.tag == "read") {
      EXPECT_NEAR(mean, stated, stated / 12);
    }
  }
  EXPECT_EQ(shipped_sizes(), names);
}

TEST(ShippedSizes, AreDrawnAsTheirPointsSay) {
  for (const std::string& name : shipped_sizes()) {
    SCOPED_TRACE(name);
    const SizeDistribution sizes = shipped(name);
    Random random(5, 6, 7);
    std::vector<Bytes> drawn;
    for (int i = 0; i < 100'000; ++i) drawn.push_back(sizes.draw(random));
    std::sort(drawn.begin(), drawn.end());
    EXPECT_GE(drawn.front().v, 1);
    const auto tree = read_toml(data_file("data/sizes/" + name + ".toml"));
    for (const Node& point : tree->find("points")->items) {
      const auto at_most = std::upper_bound(drawn.begin(), drawn.end(), Bytes{point.items[0].integer});
      EXPECT_NEAR(static_cast<double>(at_most - drawn.begin()) / 1e5, point.items[1].real, 0.008);
    }
  }
}

Problems problems_of(std::vector<std::vector<double>> points) {
  SizeFile file;
  file.points = std::move(points);
  return file.check();
}

TEST(SizeFile, RefusesPointsThatAreNoDistribution) {
  EXPECT_EQ(problems_of({{1, 1}}).size(), 0u);
  EXPECT_EQ(problems_of({}).size(), 1u);
  EXPECT_EQ(problems_of({{10, 0.5}}).size(), 1u);                      // ends below 1
  EXPECT_EQ(problems_of({{10, 0.5}, {10, 1}}).size(), 1u);             // the same size twice
  EXPECT_EQ(problems_of({{10, 0.5}, {20, 0.4}, {30, 1}}).size(), 1u);  // falls
  EXPECT_EQ(problems_of({{0, 0.5}, {1.5, 0.7}, {30, 1}}).size(), 2u);  // no byte, half a byte
  EXPECT_EQ(problems_of({{10}, {20, 0.4, 3}, {30, 1}}).size(), 2u);    // no pairs
  EXPECT_EQ(problems_of({{10, 0.5}, {20, 1.5}}).size(), 1u);           // above 1
}

TEST(Sizes, RefuseNothingAndTooMuch) {
  FixedSize fixed;
  fixed.size = {0};
  EXPECT_EQ(fixed.check().size(), 1u);
  fixed.size = {largest_message.v + 1};
  EXPECT_EQ(fixed.check().size(), 1u);
  SizeRange range;
  range.least = {20}, range.most = {10};
  EXPECT_EQ(range.check().size(), 1u);
  range.least = {-5}, range.most = {0};
  EXPECT_EQ(range.check().size(), 2u);
}

}  // namespace
}  // namespace ebb::inline traffic::sizes_test
