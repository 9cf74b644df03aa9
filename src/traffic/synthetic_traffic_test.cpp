#include "traffic/synthetic_traffic.hpp"

#include <gtest/gtest.h>

#include "catalogue/traffics.hpp"
#include "config/toml_file.hpp"
#include "topology/flattened_butterfly.hpp"
#include "traffic/arrival/poisson.hpp"
#include "traffic/closed_loop.hpp"
#include "traffic/pattern/incast.hpp"
#include "traffic/pattern/uniform.hpp"
#include "traffic/size/fixed_size.hpp"
#include "traffic/traffic_testing.hpp"

namespace ebb::inline traffic::synthetic_traffic_test {
namespace {

constexpr Cutting cutting{{1'000}, {24}};

Network butterfly() {
  FlattenedButterfly t;
  t.c = 4, t.sizes = {4, 4};
  return t.build(Cables{});
}

std::unique_ptr<Traffic> traffic_of(const std::string& text, std::uint64_t seed) {
  auto config = read_traffic(*parse_toml(text, "run.toml"));
  EXPECT_TRUE(config.ok()) << to_text(config.problems());
  auto traffic = bind_traffic(std::move(*config), butterfly(), cutting, seed);
  EXPECT_TRUE(traffic.ok()) << to_text(traffic.problems());
  return std::move(*traffic);
}

std::uint64_t mixed(std::uint64_t digest, const Message& m) {
  for (const std::uint64_t v : {static_cast<std::uint64_t>(m.at.v), std::uint64_t{m.destination},
                                static_cast<std::uint64_t>(m.size.v), std::uint64_t{m.tag}})
    digest = mix_bits(digest ^ v);
  return digest;
}

/// A digest of the first 200 messages of one host.
std::uint64_t digest_of(const Traffic& traffic, HostId host, std::uint64_t seed) {
  HostMemory memory = host_memory(seed, host);
  std::uint64_t digest = 0;
  Picoseconds now{};
  for (int i = 0; i < 200; ++i) {
    const Message m = traffic.next(host, now, memory);
    digest = mixed(digest, m);
    if (m.destination == no_id) break;
    now = m.at;
  }
  return digest;
}

std::uint64_t digest_of_all(const Traffic& traffic, std::uint64_t seed) {
  std::uint64_t digest = 0;
  for (HostId h = 0; h < 64; ++h) digest = mix_bits(digest ^ digest_of(traffic, h, seed));
  return digest;
}

constexpr const char* workloads[] = {
    "load = 0.5",
    "load = 0.5\npattern = 'random_permutation'\narrivals = 'bernoulli'",
    "load = 0.3\npattern = 'bit_reversal'\narrivals = 'periodic'\nsizes = {name = 'range', most = '9kB'}",
    "load = 0.2\npattern = 'adversarial'\narrivals = 'on_off_exponential'",
    "load = 0.2\npattern = 'hot_spot'\narrivals = 'on_off_pareto'",
    "load = 0.2\npattern = {name = 'transpose', form = 'koibuchi'}\narrivals = 'on_off_lognormal'\n"
    "sizes = {name = 'distribution', file = 'web_search'}",
    "arrivals = {name = 'closed_loop', outstanding = 7}\npattern = 'all_to_all'",
};

TEST(SyntheticTraffic, GivesTheseBitsForThisSeedOnEveryMachine) {
  const std::uint64_t expected[] = {860206816024974940u,  1363302752951585155u,  17201014487436426342u,
                                    2118068985490796683u, 17075813328983812051u, 3566120757394136198u,
                                    2060863660485123448u};
  for (std::size_t i = 0; i < std::size(workloads); ++i)
    EXPECT_EQ(digest_of_all(*traffic_of(workloads[i], 1), 1), expected[i]) << workloads[i];
}

TEST(SyntheticTraffic, IsAnotherOneForAnotherSeedAndAnotherHost) {
  const auto traffic = traffic_of(workloads[0], 1);
  EXPECT_NE(digest_of(*traffic, 5, 1), digest_of(*traffic, 5, 2));
  EXPECT_NE(digest_of(*traffic, 5, 1), digest_of(*traffic, 6, 1));
}

TEST(SyntheticTraffic, DoesNotDependOnTheOrderInWhichHostsAreAsked) {
  for (const char* workload : workloads) {
    const auto traffic = traffic_of(workload, 9);
    std::vector<std::uint64_t> one_by_one(64), in_turns(64, 0);
    for (HostId h = 64; h-- > 0;) one_by_one[h] = digest_of(*traffic, h, 9);
    auto memories = host_memories(64, 9);
    std::vector<Picoseconds> now(64);
    std::vector<bool> done(64, false);
    for (int i = 0; i < 200; ++i)
      for (HostId h = 0; h < 64; ++h) {
        if (done[h]) continue;
        const Message m = traffic->next(h, now[h], memories[h]);
        in_turns[h] = mixed(in_turns[h], m);
        now[h] = m.at, done[h] = m.destination == no_id;
      }
    EXPECT_EQ(one_by_one, in_turns) << workload;
  }
}

TEST(SyntheticTraffic, NeverGoesBackInTime) {
  for (const char* workload : workloads) {
    const auto traffic = traffic_of(workload, 3);
    HostMemory memory = host_memory(3, 8);
    Picoseconds now{};
    for (int i = 0; i < 1'000; ++i) {
      const Message m = traffic->next(8, now, memory);
      if (m.destination == no_id) break;
      ASSERT_GE(m.at, now);
      ASSERT_GE(m.size.v, 1);
      now = m.at;
    }
  }
}

SyntheticParts parts_of(std::unique_ptr<Pattern> pattern, std::unique_ptr<Arrivals> arrivals, double load) {
  return {std::move(pattern), std::move(arrivals), std::make_unique<FixedSize>(), load};
}

// 1,000 of 1,024 bytes on the wire are payload; half of 40 Gb/s is 2.5 GB/s.
TEST(SyntheticTraffic, KnowsWhatItOffers) {
  auto traffic = SyntheticTraffic::bind(
      parts_of(std::make_unique<UniformPattern>(), std::make_unique<PoissonArrivals>(), 0.5), butterfly(),
      cutting, 1);
  EXPECT_DOUBLE_EQ((*traffic)->offered_bytes_per_second(), 2.5e9 * 1'000 / 1'024);
  EXPECT_FALSE((*traffic)->listens());
}

TEST(SyntheticTraffic, CountsSilentHostsInWhatItOffers) {
  auto incast = std::make_unique<Incast>();
  incast->senders = 16;
  auto traffic = SyntheticTraffic::bind(parts_of(std::move(incast), std::make_unique<PoissonArrivals>(), 0.5),
                                        butterfly(), cutting, 1);
  EXPECT_DOUBLE_EQ((*traffic)->offered_bytes_per_second(), 2.5e9 * 1'000 / 1'024 / 4);
}

TEST(SyntheticTraffic, InAClosedLoopSendsTheNextMessageForEachThatWasDelivered) {
  auto loop = std::make_unique<ClosedLoop>();
  loop->outstanding = 2, loop->pause = 3_us;
  auto bound = SyntheticTraffic::bind(parts_of(std::make_unique<UniformPattern>(), std::move(loop), 0),
                                      butterfly(), cutting, 1);
  const Traffic& traffic = **bound;
  EXPECT_TRUE(traffic.listens());
  EXPECT_EQ(traffic.acknowledge_after(), 3_us);
  EXPECT_EQ(traffic.offered_bytes_per_second(), 0);
  HostMemory memory = host_memory(1, 7);
  EXPECT_NE(traffic.next(7, {}, memory).destination, no_id);
  EXPECT_NE(traffic.next(7, {}, memory).destination, no_id);
  EXPECT_EQ(traffic.next(7, {}, memory).destination, no_id);
  Delivery delivery;
  delivery.source = 7;
  const Message next = traffic.acknowledged(delivery, 20_us, memory);
  EXPECT_EQ(next.at, 20_us);
  EXPECT_LT(next.destination, 64u);
  EXPECT_NE(next.destination, 7u);
}

TEST(SyntheticTraffic, AnOpenLoopDoesNotReactToAnswers) {
  auto traffic = SyntheticTraffic::bind(
      parts_of(std::make_unique<UniformPattern>(), std::make_unique<PoissonArrivals>(), 0.5), butterfly(),
      cutting, 1);
  HostMemory memory = host_memory(1, 7);
  EXPECT_EQ((*traffic)->acknowledged({}, 20_us, memory).destination, no_id);
}

TEST(SyntheticTraffic, RefusesBadLoadsAndUnequalChannels) {
  for (const double load : {0.0, -0.5, 1.01}) {
    auto traffic = SyntheticTraffic::bind(
        parts_of(std::make_unique<UniformPattern>(), std::make_unique<PoissonArrivals>(), load), butterfly(),
        cutting, 1);
    ASSERT_FALSE(traffic.ok());
    EXPECT_EQ(traffic.problems()[0].where, "load");
  }
  NetworkBuilder builder;
  const auto slow = builder.add_class({"slow", Medium::copper, 10_Gbps, 1_ns});
  const auto fast = builder.add_class({"fast", Medium::copper, 40_Gbps, 1_ns});
  builder.add_switches(1, 2);
  builder.set_hosts(2);
  builder.attach(0, 0, 0, slow), builder.attach(1, 0, 1, fast);
  auto traffic = SyntheticTraffic::bind(
      parts_of(std::make_unique<UniformPattern>(), std::make_unique<PoissonArrivals>(), 0.5),
      builder.finish(GraphShape{}), cutting, 1);
  ASSERT_FALSE(traffic.ok());
  EXPECT_NE(traffic.problems()[0].what.find("different rates"), std::string::npos);
}

}  // namespace
}  // namespace ebb::inline traffic::synthetic_traffic_test
