#include "engine/threads/barrier.hpp"

#include <gtest/gtest.h>

#include <vector>

namespace ebb::inline engine {
namespace {

/// Each thread writes its own entry in every round; the last one to arrive adds them up, and all read the
/// sum.
void expect_rounds(std::uint32_t threads, int rounds) {
  Barrier barrier(threads);
  std::vector<int> written(threads, 0);
  int sum = 0;
  std::vector<int> wrong(threads, 0);
  const auto work = [&](std::uint32_t self) {
    Barrier::Patience patience;
    for (int round = 1; round <= rounds; ++round) {
      written[self] = round;
      barrier.arrive(patience, [&] {
        sum = 0;
        for (const int w : written) sum += w;
      });
      if (sum != round * static_cast<int>(threads)) ++wrong[self];
      barrier.arrive(patience);
    }
  };
  std::vector<std::jthread> others;
  for (std::uint32_t i = 1; i < threads; ++i) others.emplace_back(work, i);
  work(0);
  others.clear();
  EXPECT_EQ(wrong, std::vector<int>(threads, 0));
}

TEST(Barrier, NobodyGoesOnBeforeAllAreThere) {
  for (const std::uint32_t threads : {1u, 2u, 3u}) expect_rounds(threads, 300);
}

TEST(Barrier, WorksWithManyMoreThreadsThanProcessors) {
  expect_rounds(4 * std::max(1u, std::thread::hardware_concurrency()) + 1, 50);
}

}  // namespace
}  // namespace ebb::inline engine
