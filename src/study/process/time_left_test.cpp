#include "study/process/time_left.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

#include "base/random.hpp"

namespace ebb::inline study {
namespace {

TEST(TimeLeft, IsUnknownUntilSomethingHasEnded) {
  EXPECT_FALSE(time_left({.ended_cost = 0, .ended_seconds = 0, .running = {{1, 3}}, .waiting = {1}}));
}

TEST(TimeLeft, CountsWhatRunsAndSharesWhatWaits) {
  // Two seconds per unit of cost. One task runs for another 4 s; three of 2 s wait for two slots.
  const WorkLeft work{
      .ended_cost = 5, .ended_seconds = 10, .running = {{3, 2}}, .waiting = {1, 1, 1}, .places = 2};
  EXPECT_DOUBLE_EQ(*time_left(work), 6);
}

TEST(TimeLeft, OfAPieceThatIsLateIsAFifthMore) {
  EXPECT_DOUBLE_EQ(*time_left({.ended_cost = 1, .ended_seconds = 1, .running = {{1, 10}}, .waiting = {}}), 2);
}

/// A study with its own clock. Each task takes its estimate times an unknown factor.
struct FakeStudy {
  std::vector<double> costs, seconds;  ///< longest first, by the estimate
  std::size_t places = 1;

  FakeStudy(std::size_t pieces, std::size_t at_a_time, double spread, std::uint64_t seed)
      : places(at_a_time) {
    Random random(seed, 1);
    for (std::size_t i = 0; i < pieces; ++i) costs.push_back(std::exp(2 * random.unit()));
    std::sort(costs.rbegin(), costs.rend());
    for (const double cost : costs) seconds.push_back(7 * cost * std::exp(spread * (2 * random.unit() - 1)));
  }

  struct Piece {
    double begin, end;
  };
  std::vector<Piece> schedule() const {
    std::vector<double> free_at(places, 0.0);
    std::vector<Piece> pieces;
    for (const double s : seconds) {
      double& place = *std::min_element(free_at.begin(), free_at.end());
      pieces.push_back({place, place + s});
      place += s;
    }
    return pieces;
  }

  WorkLeft at(double now) const {
    WorkLeft work;
    work.places = places;
    const auto pieces = schedule();
    for (std::size_t i = 0; i < pieces.size(); ++i)
      if (pieces[i].end <= now)
        work.ended_cost += costs[i], work.ended_seconds += seconds[i];
      else if (pieces[i].begin <= now)
        work.running.push_back({costs[i], now - pieces[i].begin});
      else
        work.waiting.push_back(costs[i]);
    return work;
  }
  double length() const {
    double last = 0;
    for (const Piece& piece : schedule()) last = std::max(last, piece.end);
    return last;
  }
};

/// The progress line is accurate within a factor of two after a tenth of the work.
TEST(TimeLeft, IsRightWithinAFactorOfTwoAfterATenth) {
  for (const std::size_t places : {1u, 2u, 8u})
    for (std::uint64_t seed = 1; seed <= 20; ++seed) {
      const FakeStudy study(std::max<std::size_t>(100, 40 * places), places, 0.7, seed);
      for (const double share : {0.1, 0.3, 0.5, 0.8}) {
        const double now = share * study.length(), left = study.length() - now;
        const auto guess = time_left(study.at(now));
        ASSERT_TRUE(guess) << places << " places, seed " << seed;
        EXPECT_LT(*guess, 2 * left) << places << " places, seed " << seed << ", after " << share;
        EXPECT_GT(*guess, left / 2) << places << " places, seed " << seed << ", after " << share;
      }
    }
}

}  // namespace
}  // namespace ebb::inline study
