#include "power/policy/swings.hpp"

#include <gtest/gtest.h>

#include <initializer_list>

namespace ebb::inline power {
namespace {

Swings after(std::initializer_list<std::size_t> requests) {
  Swings swings;
  std::size_t before = *requests.begin();
  for (const std::size_t requested : requests) {
    swings.note(before, requested);
    before = requested;
  }
  return swings;
}

TEST(Swings, AChannelThatGoesUpAndDownKeepsStep) {
  const Swings swings = after({2, 1, 2, 1, 2, 1});
  EXPECT_EQ(swings.moves, 4u);
  EXPECT_EQ(swings.rests, 0u);
}

TEST(Swings, ALongerWayUpKeepsStepToo) {
  // 1 -> 2 -> 3 -> 2 -> 1: it is at the lower levels at the same evaluations as one that went 1 -> 2 -> 1 ->
  // 2 -> 1.
  const Swings swings = after({1, 2, 3, 2, 1});
  EXPECT_EQ(swings.moves, 3u);
  EXPECT_EQ(swings.rests, 0u);
}

TEST(Swings, ARestBringsItOutOfStep) {
  const Swings swings = after({1, 2, 1, 1, 2, 1});
  EXPECT_EQ(swings.moves, 3u);
  EXPECT_EQ(swings.rests, 1u);
}

TEST(Swings, AChannelThatHardlyMovesRestsAfterEachMove) {
  const Swings swings = after({0, 0, 0, 1, 1, 1, 1, 0, 0});
  EXPECT_EQ(swings.moves, 2u);
  EXPECT_EQ(swings.rests, 2u);
}

}  // namespace
}  // namespace ebb::inline power
