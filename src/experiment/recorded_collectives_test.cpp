// The time of collective calls on a network without contention: by the formulas of the literature, from the
// time alpha + beta x bytes of one message.
#include <gtest/gtest.h>

#include <bit>

#include "record/log_to_job.hpp"
#include "traffic/job/job_testing.hpp"

namespace ebb::inline experiment {
namespace {

constexpr std::uint32_t sixteen = 16;
constexpr const char* star_of_sixteen =
    "[topology]\nname = 'star'\nhosts = 16\n[cables]\nrate = '10Gb/s'\n[routing]\nname = "
    "'shortest_path'\n";

class CollectiveTime : public testing::Test, protected JobFolder {
 protected:
  double seconds(JobMaker job) const {
    return run_time(write("job.ebbtrace", std::move(job)), star_of_sixteen).seconds();
  }
  double message(std::int64_t bytes) const {
    JobMaker job(sixteen);
    job.transfer(0, 1, {bytes});
    return seconds(std::move(job));
  }
  /// A call of all members by this algorithm.
  double call(Call what, Algorithm how, std::int64_t bytes) const {
    JobMaker job(sixteen);
    const auto size = [&](std::uint32_t, std::uint32_t) { return bytes; };
    run_collective({what, sixteen, 0, bytes, 1}, how, CollectiveRules::open_mpi, size,
                   [&](const Round& round) {
                     std::vector<std::uint32_t> sent;
                     for (const RoundMessage& m : round) sent.push_back(job.send(m.from, m.to, {m.size()}));
                     for (std::size_t i = 0; i < round.size(); ++i) job.receive(round[i].to, sent[i]);
                   });
    return seconds(std::move(job));
  }
  /// A recorded call, by the algorithm that the rules choose.
  double recorded(Call what, std::int64_t bytes, CollectiveRules rules) const {
    RecordedCall c;
    c.call = what, c.bytes = bytes, c.tag = 4;
    Group all;
    for (std::uint32_t i = 0; i < sixteen; ++i) all.members.push_back(i);
    JobMaker job(sixteen);
    EXPECT_EQ(log_to_job(std::vector<ProcessLog>(sixteen, {{c}, {}}), {all}, job, rules), "");
    return seconds(std::move(job));
  }
};

TEST_F(CollectiveTime, IsThatOfTheFormulas) {
  using enum Algorithm;
  constexpr std::int64_t size = 1 << 20, part = size / sixteen;
  const double beta = (message(2 * size) - message(size)) / size, alpha = message(size) - beta * size;
  const auto times = [&](double latencies, double bytes) { return latencies * alpha + bytes * beta; };
  const auto expect = [&](Call what, Algorithm how, std::int64_t bytes, double formula) {
    EXPECT_NEAR(call(what, how, bytes) / formula, 1, 0.01) << name_of(what) << " by " << name_of(how);
  };
  expect(Call::all_reduce, recursive_doubling, size, times(4, 4 * size));
  expect(Call::all_reduce, ring, size, times(2 * 15, 2 * 15 * part));
  expect(Call::all_reduce, rabenseifner, size, times(2 * 4, 2 * 15 * part));
  expect(Call::broadcast, binomial_tree, size, times(4, 4 * size));
  expect(Call::broadcast, chain, size, times(15, 15 * size));
  expect(Call::broadcast, linear, size, times(1, 15 * size));
  expect(Call::broadcast, scatter_all_gather, size, times(2 * 4, 2 * 15 * part));
  expect(Call::reduce, binomial_tree, size, times(4, 4 * size));
  expect(Call::all_gather, ring, part, times(15, 15 * part));
  expect(Call::all_gather, recursive_doubling, part, times(4, 15 * part));
  expect(Call::all_gather, bruck, part, times(4, 15 * part));
  expect(Call::all_gather, neighbour_exchange, part, times(8, 15 * part));
  expect(Call::all_to_all, pairwise, part, times(15, 15 * part));
  expect(Call::all_to_all, linear, part, times(1, 15 * part));
  expect(Call::all_to_all, bruck, part, times(4, 4 * 8 * part));
  expect(Call::gather, linear, part, times(1, 15 * part));
  expect(Call::scatter, binomial_tree, part, times(4, 15 * part));
}

/// A megabyte on sixteen members: twice 15/16 of it with Rabenseifner's algorithm, four times all of it by
/// recursive doubling.
TEST_F(CollectiveTime, OfALongAllReduceIsHalfWithOpenMpisRules) {
  const double best = recorded(Call::all_reduce, 1'000'000, CollectiveRules::open_mpi),
               simple = recorded(Call::all_reduce, 1'000'000, CollectiveRules::recursive_doubling);
  EXPECT_NEAR(best, 1.50e-3, 0.015e-3);
  EXPECT_NEAR(simple / best, 4 / (2 * 15.0 / 16), 0.05);
}

}  // namespace
}  // namespace ebb::inline experiment
