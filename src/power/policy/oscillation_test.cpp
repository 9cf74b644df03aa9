#include "power/policy/oscillation.hpp"

#include <gtest/gtest.h>

#include <initializer_list>

namespace ebb::inline power {
namespace {

Oscillation after(std::initializer_list<std::size_t> requests) {
  Oscillation oscillation;
  std::size_t before = *requests.begin();
  for (const std::size_t requested : requests) {
    oscillation.count(before, requested);
    before = requested;
  }
  return oscillation;
}

TEST(Oscillation, AChannelThatGoesUpAndDownKeepsThePhase) {
  const Oscillation oscillation = after({2, 1, 2, 1, 2, 1});
  EXPECT_EQ(oscillation.after_change, 4u);
  EXPECT_EQ(oscillation.unchanged, 0u);
}

TEST(Oscillation, ALongerWayUpKeepsThePhaseToo) {
  // 1 -> 2 -> 3 -> 2 -> 1: it is at the lower levels at the same evaluations as one that went 1 -> 2 -> 1 ->
  // 2 -> 1.
  const Oscillation oscillation = after({1, 2, 3, 2, 1});
  EXPECT_EQ(oscillation.after_change, 3u);
  EXPECT_EQ(oscillation.unchanged, 0u);
}

TEST(Oscillation, AnEvaluationWithoutAChangeInvertsThePhase) {
  const Oscillation oscillation = after({1, 2, 1, 1, 2, 1});
  EXPECT_EQ(oscillation.after_change, 3u);
  EXPECT_EQ(oscillation.unchanged, 1u);
}

TEST(Oscillation, AChannelThatHardlyChangesStaysAfterEachChange) {
  const Oscillation oscillation = after({0, 0, 0, 1, 1, 1, 1, 0, 0});
  EXPECT_EQ(oscillation.after_change, 2u);
  EXPECT_EQ(oscillation.unchanged, 2u);
}

}  // namespace
}  // namespace ebb::inline power
