#include "engine/gpu/shared_launches.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <atomic>
#include <chrono>
#include <stdexcept>
#include <thread>

namespace ebb::inline engine {
namespace {

struct Work {
  int left = 1;
  bool fails = false;
  bool is_done() const { return left == 0; }
};

/// What the launches of a test did.
struct Seen {
  std::size_t fitting = 100;  ///< requests in a launch
  std::vector<std::size_t> together;
  std::atomic<int> at_a_time = 0;
  std::chrono::milliseconds time{1};
};

struct TestLauncher {
  Seen* seen;
  std::size_t plan(std::span<Work* const>) const { return seen->fitting; }
  void launch(std::span<Work* const> works) const {
    EXPECT_EQ(++seen->at_a_time, 1);
    seen->together.push_back(works.size());
    std::this_thread::sleep_for(seen->time);
    --seen->at_a_time;
    for (Work* work : works) --work->left;
    for (const Work* work : works)
      if (work->fails) throw std::runtime_error("no memory");
  }
};

using Launches = SharedLaunches<TestLauncher, Work>;

TEST(SharedLaunches, RunUntilTheRequestIsDone) {
  Seen seen;
  Launches launches(TestLauncher{&seen});
  Work work{3};
  launches.run(work);
  EXPECT_EQ(work.left, 0);
  EXPECT_THAT(seen.together, testing::ElementsAre(1, 1, 1));
}

TEST(SharedLaunches, HaveTheRequestsOfAllThreads) {
  Seen seen;
  seen.time = std::chrono::milliseconds(20);
  Launches launches(TestLauncher{&seen});
  constexpr int threads = 8, slices = 20;
  {
    std::vector<std::jthread> all;
    for (int i = 0; i < threads; ++i)
      all.emplace_back([&] {
        Work work{slices};
        launches.run(work);
        EXPECT_EQ(work.left, 0);
      });
  }
  EXPECT_EQ(*std::max_element(seen.together.begin(), seen.together.end()), threads);
  EXPECT_LT(seen.together.size(), 2 * slices);  // and not one after the other
}

TEST(SharedLaunches, TakeTurnsWhereNotAllFit) {
  Seen seen;
  seen.fitting = 2;
  Launches launches(TestLauncher{&seen});
  std::vector<Work> works(5, Work{4});
  {
    std::vector<std::jthread> all;
    for (Work& work : works) all.emplace_back([&] { launches.run(work); });
  }
  for (const Work& work : works) EXPECT_EQ(work.left, 0);
  for (const std::size_t together : seen.together) EXPECT_LE(together, 2);
}

TEST(SharedLaunches, ThrowWhatTheLaunchThrew) {
  Seen seen;
  Launches launches(TestLauncher{&seen});
  Work bad{5, true}, good;
  EXPECT_THROW(launches.run(bad), std::runtime_error);
  launches.run(good);
  EXPECT_EQ(good.left, 0);
}

}  // namespace
}  // namespace ebb::inline engine
