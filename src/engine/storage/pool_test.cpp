#include "engine/storage/pool.hpp"

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include <algorithm>
#include <array>
#include <deque>
#include <vector>

namespace ebb::inline engine {
namespace {

struct List {
  std::uint32_t head = no_id, tail = no_id;
};

std::uint32_t append(Pool<int>& pool, List& list, int value) {
  return pool.append(list.head, list.tail, value);
}

/// Returns the list from head to tail, without removing anything.
std::deque<int> walk(const Pool<int>& pool, const List& list) {
  std::deque<int> seen;
  for (std::uint32_t i = list.head; i != no_id; i = pool.next(i)) seen.push_back(pool[i]);
  return seen;
}

TEST(Pool, GivesBackWhatCameFirst) {
  Pool<int> pool;
  List list;
  for (const int value : {7, 8, 9}) append(pool, list, value);
  EXPECT_EQ(pool[list.head], 7);
  EXPECT_EQ(pool.pop(list.head), 7);
  EXPECT_EQ(pool.pop(list.head), 8);
  EXPECT_EQ(pool.pop(list.head), 9);
  EXPECT_EQ(list.head, no_id);
}

TEST(Pool, KeepsListsApartInOneArray) {
  Pool<int> pool;
  List odd, even;
  for (int value = 0; value < 6; ++value) append(pool, value % 2 ? odd : even, value);
  EXPECT_EQ(walk(pool, even), (std::deque<int>{0, 2, 4}));
  EXPECT_EQ(walk(pool, odd), (std::deque<int>{1, 3, 5}));
  EXPECT_EQ(pool.used(), 6u);
}

TEST(Pool, UsesFreedEntriesAgainFirst) {
  Pool<int> pool;
  List list;
  EXPECT_EQ(append(pool, list, 10), 0u);
  EXPECT_EQ(append(pool, list, 11), 1u);
  EXPECT_EQ(append(pool, list, 12), 2u);
  pool.pop(list.head), pool.pop(list.head);
  EXPECT_EQ(append(pool, list, 13), 1u);  // the last one that was freed
  EXPECT_EQ(append(pool, list, 14), 0u);
  EXPECT_EQ(append(pool, list, 15), 3u);  // none is left
  EXPECT_EQ(walk(pool, list), (std::deque<int>{12, 13, 14, 15}));
}

TEST(Pool, ListThatWasEmptiedBeginsAnew) {
  Pool<int> pool;
  List list;
  append(pool, list, 1);
  pool.pop(list.head);
  append(pool, list, 2);  // the tail is still the entry that was freed
  append(pool, list, 3);
  EXPECT_EQ(walk(pool, list), (std::deque<int>{2, 3}));
}

TEST(Pool, RecordInAListCanBeChanged) {
  Pool<int> pool;
  List list;
  append(pool, list, 1), append(pool, list, 2);
  pool[list.head] = 5;
  EXPECT_EQ(walk(pool, list), (std::deque<int>{5, 2}));
}

/// Positive: append to this list; otherwise: pop from it.
RC_GTEST_PROP(Pool, IsAsManyQueuesAndNoLargerThanTheyEverWereTogether, (const std::vector<int>& steps)) {
  Pool<int> pool;
  std::array<List, 3> lists;
  std::array<std::deque<int>, 3> model;
  std::size_t held = 0, most = 0;
  for (const int step : steps) {
    const auto which = static_cast<std::size_t>(step & 0xff) % 3;
    if (step > 0) {
      model[which].push_back(step);
      most = std::max(most, ++held);
      RC_ASSERT(append(pool, lists[which], step) < most);
    } else if (!model[which].empty()) {
      RC_ASSERT(pool.pop(lists[which].head) == model[which].front());
      model[which].pop_front(), --held;
    }
    for (std::size_t i = 0; i < lists.size(); ++i) RC_ASSERT(walk(pool, lists[i]) == model[i]);
    RC_ASSERT(pool.used() == held);
  }
}

}  // namespace
}  // namespace ebb::inline engine
