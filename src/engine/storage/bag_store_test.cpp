#include "engine/storage/bag_store.hpp"

#include <gtest/gtest.h>

#include <vector>

namespace ebb::inline engine {
namespace {

void fill(BagStore<int>& store, Bag<int>& bag, int count) {
  for (int i = 0; i < count; ++i) store.push(bag, i);
}

TEST(BagStore, KeepsWhatWasPushedInOrderWhileStorageChanges) {
  BagStore<int> store;
  Bag<int> bag;
  fill(store, bag, 5000);
  ASSERT_EQ(bag.size(), 5000u);
  for (int i = 0; i < 5000; ++i) ASSERT_EQ(bag[static_cast<std::size_t>(i)], i);
}

TEST(BagStore, UsesLargeStorageAgainForTheNextThatIsLarge) {
  BagStore<int> store;
  Bag<int> first;
  fill(store, first, 1000);
  const int* const storage = first.begin();
  store.give_back(first);
  EXPECT_EQ(first.capacity(), 0u);
  Bag<int> small, second;
  fill(store, small, 3);
  EXPECT_EQ(small.capacity(), 16u);
  fill(store, second, 1000);
  EXPECT_EQ(second.begin(), storage);
  EXPECT_EQ(second.size(), 1000u);
}

TEST(BagStore, TakesBackWhatNeverHadAnything) {
  BagStore<int> store;
  Bag<int> empty;
  store.give_back(empty);
  fill(store, empty, 1);
  EXPECT_EQ(empty.size(), 1u);
}

}  // namespace
}  // namespace ebb::inline engine
