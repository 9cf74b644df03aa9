#include "engine/storage/bag.hpp"

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include <cstdint>
#include <vector>

namespace ebb::inline engine {
namespace {

std::vector<int> all(const Bag<int>& bag) { return {bag.begin(), bag.end()}; }

TEST(Bag, KeepsWhatWasPushedInOrderWhileItGrows) {
  Bag<int> bag;
  std::vector<int> expected;
  for (int i = 0; i < 1000; ++i) {
    bag.push(i);
    expected.push_back(i);
  }
  EXPECT_EQ(all(bag), expected);
  EXPECT_EQ(bag.size(), 1000u);
  EXPECT_EQ(bag[999], 999);
}

TEST(Bag, TakesNoMemoryUntilSomethingComes) {
  Bag<int> bag;
  EXPECT_TRUE(bag.empty());
  EXPECT_EQ(bag.capacity(), 0u);
  EXPECT_EQ(bag.begin(), bag.end());
  bag.push(1);
  EXPECT_EQ(bag.capacity(), 16u);
}

TEST(Bag, KeepsItsStorageWhenCleared) {
  Bag<int> bag;
  for (int i = 0; i < 17; ++i) bag.push(i);
  EXPECT_EQ(bag.capacity(), 32u);
  const int* const storage = bag.begin();
  bag.clear();
  EXPECT_TRUE(bag.empty());
  bag.push(5);
  EXPECT_EQ(bag.capacity(), 32u);
  EXPECT_EQ(bag.begin(), storage);
  EXPECT_EQ(all(bag), std::vector<int>{5});
}

TEST(Bag, MovesAndSwapsWithoutCopying) {
  Bag<int> full, empty;
  full.push(1), full.push(2);
  const int* const storage = full.begin();
  full.swap(empty);
  EXPECT_TRUE(full.empty());
  EXPECT_EQ(empty.begin(), storage);
  const Bag<int> moved(std::move(empty));
  EXPECT_EQ(moved.begin(), storage);
  EXPECT_EQ(all(moved), (std::vector<int>{1, 2}));
}

/// Large arrays of the engine move to whole huge pages as they grow.
TEST(Bag, GrowsBeyondAHugePage) {
  struct Line {
    std::uint64_t words[8];
  };
  Bag<Line> bag;
  constexpr std::uint64_t lines = 2 * huge_page / sizeof(Line) + 1;
  for (std::uint64_t i = 0; i < lines; ++i) bag.push({{i, ~i}});
  for (std::uint64_t i = 0; i < lines; ++i)
    ASSERT_TRUE(bag[i].words[0] == i && bag[i].words[1] == ~i && bag[i].words[7] == 0) << i;
}

RC_GTEST_PROP(Bag, IsAVector, (const std::vector<int>& steps)) {
  Bag<int> bag;
  std::vector<int> model;
  for (const int step : steps) {
    if (step == 0)
      bag.clear(), model.clear();
    else
      bag.push(step), model.push_back(step);
    RC_ASSERT(all(bag) == model);
    RC_ASSERT(bag.empty() == model.empty());
    RC_ASSERT(bag.size() == model.size() && bag.capacity() >= bag.size());
  }
}

}  // namespace
}  // namespace ebb::inline engine
