// Collective algorithms: at the end every member has its data, for any number of members; and small cases
// send the messages computed by hand.
#include "record/collectives.hpp"

#include <gtest/gtest.h>

#include "record/all_gather.hpp"
#include "record/all_reduce.hpp"
#include "record/all_to_all.hpp"
#include "record/open_mpi_rules.hpp"

namespace ebb::inline record {
namespace {

using enum Algorithm;
constexpr std::uint32_t most_members = 17;

template <class All>
auto& byte_of(All& all, std::uint32_t member, std::int64_t byte) {
  return all[member].at(static_cast<std::size_t>(byte));
}

/// The contributions that each member holds, byte by byte, as a set of bits.
class Holdings {
 public:
  Holdings(std::uint32_t members, std::int64_t bytes)
      : held(members, std::vector<std::uint32_t>(static_cast<std::size_t>(bytes), 0)) {}

  void give(std::uint32_t member, std::int64_t first, std::int64_t count) {
    for (std::int64_t b = first; b < first + count; ++b) byte_of(held, member, b) = 1u << member;
  }
  /// No member sends what it does not have, and nothing is reduced twice.
  void apply(const Round& round) {
    const auto before = held;
    for (const RoundMessage& m : round) {
      ASSERT_NE(m.from, m.to);
      for (const ByteRange& range : m.what)
        for (std::int64_t b = range.first; b < range.first + range.count; ++b) {
          const std::uint32_t sent = byte_of(before, m.from, b);
          std::uint32_t& there = byte_of(held, m.to, b);
          ASSERT_NE(sent, 0u) << m.from << " sends byte " << b << " to " << m.to << " but has none";
          ASSERT_TRUE(!m.adds || (sent & there) == 0) << "byte " << b << " from " << m.from << " to " << m.to;
          there = m.adds ? there | sent : sent;
        }
    }
  }
  bool has(std::uint32_t member, std::int64_t first, std::int64_t count, std::uint32_t whose) const {
    for (std::int64_t b = first; b < first + count; ++b)
      if (byte_of(held, member, b) != whose) return false;
    return true;
  }

 private:
  std::vector<std::vector<std::uint32_t>> held;
};

/// Calls each(members, root, bytes) for all tested cases.
template <class Each>
void for_all(const Each& each) {
  for (std::uint32_t n = 2; n <= most_members; ++n)
    for (const std::uint32_t root : {0u, 1u, n - 1})
      for (const std::int64_t bytes : {std::int64_t{1}, std::int64_t{n}, std::int64_t{61}}) {
        SCOPED_TRACE(testing::Message() << n << " members, root " << root << ", " << bytes << " bytes");
        each(n, root, bytes);
        if (testing::Test::HasFatalFailure()) return;
      }
}

void run(Call what, Algorithm how, std::uint32_t n, std::uint32_t root, std::int64_t bytes, Holdings& held,
         CollectiveRules rules = CollectiveRules::open_mpi) {
  run_collective(
      {what, n, root, bytes, 1}, how, rules, [&](std::uint32_t, std::uint32_t) { return bytes; },
      [&](const Round& round) { held.apply(round); });
}

TEST(Collectives, ABroadcastReachesEverybody) {
  for (const Algorithm how : {linear, chain, binary_tree, binomial_tree, knomial_tree, scatter_all_gather})
    for_all([&](std::uint32_t n, std::uint32_t root, std::int64_t bytes) {
      for (const auto rules : {CollectiveRules::open_mpi, CollectiveRules::recursive_doubling}) {
        Holdings held(n, bytes);
        held.give(root, 0, bytes);
        run(Call::broadcast, how, n, root, bytes, held, rules);
        for (std::uint32_t i = 0; i < n; ++i)
          ASSERT_TRUE(held.has(i, 0, bytes, 1u << root)) << name_of(how) << " at " << i;
      }
    });
}

TEST(Collectives, AReductionHasEverybodysShareOnce) {
  for (const Algorithm how : {linear, chain, binary_tree, binomial_tree})
    for_all([&](std::uint32_t n, std::uint32_t root, std::int64_t bytes) {
      Holdings held(n, bytes);
      for (std::uint32_t i = 0; i < n; ++i) held.give(i, 0, bytes);
      run(Call::reduce, how, n, root, bytes, held);
      ASSERT_TRUE(held.has(root, 0, bytes, (1u << n) - 1)) << name_of(how);
    });
}

TEST(Collectives, AnAllReduceGivesTheWholeSumToEverybody) {
  for (const Algorithm how : {recursive_doubling, ring, rabenseifner, reduce_broadcast})
    for_all([&](std::uint32_t n, std::uint32_t root, std::int64_t bytes) {
      Holdings held(n, bytes);
      for (std::uint32_t i = 0; i < n; ++i) held.give(i, 0, bytes);
      run(Call::all_reduce, how, n, root, bytes, held);
      for (std::uint32_t i = 0; i < n; ++i)
        ASSERT_TRUE(held.has(i, 0, bytes, (1u << n) - 1)) << name_of(how) << " at " << i;
    });
}

TEST(Collectives, AnAllGatherGivesAllPartsToEverybody) {
  for (const Algorithm how : {ring, recursive_doubling, bruck, neighbour_exchange})
    for_all([&](std::uint32_t n, std::uint32_t root, std::int64_t bytes) {
      Holdings held(n, n * bytes);
      for (std::uint32_t i = 0; i < n; ++i) held.give(i, i * bytes, bytes);
      run(Call::all_gather, how, n, root, bytes, held);
      for (std::uint32_t i = 0; i < n; ++i)
        for (std::uint32_t part = 0; part < n; ++part)
          ASSERT_TRUE(held.has(i, part * bytes, bytes, 1u << part)) << name_of(how) << " at " << i;
    });
}

TEST(Collectives, GatherAndScatterMovePartsToAndFromTheRoot) {
  for (const Algorithm how : {linear, binomial_tree})
    for_all([&](std::uint32_t n, std::uint32_t root, std::int64_t bytes) {
      Holdings gathered(n, n * bytes), scattered(n, n * bytes);
      for (std::uint32_t i = 0; i < n; ++i) gathered.give((root + i) % n, i * bytes, bytes);
      scattered.give(root, 0, n * bytes);
      run(Call::gather, how, n, root, bytes, gathered);
      run(Call::scatter, how, n, root, bytes, scattered);
      for (std::uint32_t i = 0; i < n; ++i) {
        const std::uint32_t member = (root + i) % n;
        ASSERT_TRUE(gathered.has(root, i * bytes, bytes, 1u << member)) << name_of(how) << " from " << member;
        ASSERT_TRUE(scattered.has(member, i * bytes, bytes, 1u << root)) << name_of(how) << " to " << member;
      }
    });
}

TEST(Collectives, AnAllToAllGivesEachPairItsPart) {
  for (const Algorithm how : {linear, pairwise, bruck})
    for_all([&](std::uint32_t n, std::uint32_t root, std::int64_t bytes) {
      Holdings held(n, std::int64_t{n} * n * bytes);
      for (std::uint32_t i = 0; i < n; ++i) held.give(i, std::int64_t{i} * n * bytes, n * bytes);
      run(Call::all_to_all, how, n, root, bytes, held);
      for (std::uint32_t i = 0; i < n; ++i)
        for (std::uint32_t from = 0; from < n; ++from)
          ASSERT_TRUE(held.has(i, (std::int64_t{from} * n + i) * bytes, bytes, 1u << from)) << name_of(how);
    });
}

/// Tracks which arrivals each member knows of. No member may leave before all have arrived.
TEST(Collectives, ABarrierTellsEverybodyOfEverybody) {
  for (const Algorithm how : {linear, recursive_doubling, bruck, binomial_tree})
    for (std::uint32_t n = 2; n <= most_members; ++n) {
      std::vector<std::uint32_t> heard(n);
      for (std::uint32_t i = 0; i < n; ++i) heard[i] = 1u << i;
      run_collective({Call::barrier, n}, how, CollectiveRules::open_mpi, {}, [&](const Round& round) {
        const auto before = heard;
        for (const RoundMessage& m : round) heard[m.to] |= before[m.from];
      });
      EXPECT_EQ(heard, std::vector<std::uint32_t>(n, (1u << n) - 1)) << name_of(how) << ", " << n;
    }
}

/// "0-1[3+3]" is bytes 3 to 5 from member 0 to 1; "+" after it: to be reduced. Bars separate rounds.
std::string text_of(Call what, Algorithm how, std::uint32_t n, std::int64_t bytes, std::int64_t element = 1) {
  std::string text;
  run_collective({what, n, 0, bytes, element}, how, CollectiveRules::open_mpi, {}, [&](const Round& round) {
    if (!text.empty()) text += " |";
    for (const RoundMessage& m : round) {
      text += (text.empty() ? "" : " ") + std::to_string(m.from) + "-" + std::to_string(m.to);
      for (const ByteRange& r : m.what)
        text += "[" + std::to_string(r.first) + "+" + std::to_string(r.count) + "]";
      if (m.adds) text += "+";
    }
  });
  return text;
}

TEST(Collectives, SmallOnesSendWhatOneFindsByHand) {
  EXPECT_EQ(text_of(Call::all_reduce, ring, 3, 5),
            "0-1[0+2]+ 1-2[2+2]+ 2-0[4+1]+ | 0-1[4+1]+ 1-2[0+2]+ 2-0[2+2]+ | "
            "0-1[2+2] 1-2[4+1] 2-0[0+2] | 0-1[0+2] 1-2[2+2] 2-0[4+1]");
  EXPECT_EQ(text_of(Call::all_reduce, rabenseifner, 4, 8),
            "0-1[4+4]+ 1-0[0+4]+ 2-3[4+4]+ 3-2[0+4]+ | 0-2[2+2]+ 1-3[6+2]+ 2-0[0+2]+ 3-1[4+2]+ | "
            "0-2[0+2] 1-3[4+2] 2-0[2+2] 3-1[6+2] | 0-1[0+4] 1-0[4+4] 2-3[0+4] 3-2[4+4]");
  EXPECT_EQ(text_of(Call::all_reduce, rabenseifner, 3, 6),
            "0-1[3+3]+ 1-0[0+3]+ | 1-0[3+3] | 0-2[3+3]+ 2-0[0+3]+ | 0-2[0+3] 2-0[3+3] | 0-1[0+6]");
  EXPECT_EQ(text_of(Call::all_reduce, recursive_doubling, 3, 8),
            "0-1[0+8]+ | 1-2[0+8]+ 2-1[0+8]+ | 1-0[0+8]");
  EXPECT_EQ(text_of(Call::broadcast, binomial_tree, 5, 9), "0-1[0+9] 0-2[0+9] 0-4[0+9] | 1-3[0+9]");
  EXPECT_EQ(text_of(Call::broadcast, knomial_tree, 6, 9), "0-4[0+9] 0-1[0+9] 0-2[0+9] 0-3[0+9] | 4-5[0+9]");
  EXPECT_EQ(text_of(Call::broadcast, binary_tree, 7, 9),
            "0-1[0+9] 0-2[0+9] | 1-3[0+9] 1-5[0+9] | 2-4[0+9] 2-6[0+9]");
  EXPECT_EQ(text_of(Call::reduce, binomial_tree, 6, 9),
            "5-4[0+9]+ | 3-2[0+9]+ | 1-0[0+9]+ 2-0[0+9]+ 4-0[0+9]+");
  EXPECT_EQ(text_of(Call::all_gather, bruck, 3, 2),
            "0-2[0+2] 1-0[2+2] 2-1[4+2] | 0-1[0+2] 1-2[2+2] 2-0[4+2]");
  EXPECT_EQ(text_of(Call::all_gather, neighbour_exchange, 4, 2),
            "0-1[0+2] 1-0[2+2] 2-3[4+2] 3-2[6+2] | 0-3[0+4] 1-2[0+4] 2-1[4+4] 3-0[4+4]");
  EXPECT_EQ(text_of(Call::all_to_all, bruck, 3, 1),
            "0-1[1+1] 1-2[5+1] 2-0[6+1] | 0-2[2+1] 1-0[3+1] 2-1[7+1]");
}

TEST(Collectives, ElementsAreNeverDivided) {
  EXPECT_EQ(text_of(Call::all_reduce, ring, 2, 24, 8), "0-1[0+16]+ 1-0[16+8]+ | 0-1[16+8] 1-0[0+16]");
  // Fewer elements than members: recursive doubling, or to the first member and back.
  EXPECT_EQ(text_of(Call::all_reduce, ring, 2, 8, 8), "0-1[0+8]+ 1-0[0+8]+");
  EXPECT_EQ(text_of(Call::all_reduce, rabenseifner, 2, 8, 8), "1-0[0+8]+ | 0-1[0+8]");
}

TEST(Collectives, AreChosenAsOpenMpiDoes) {
  EXPECT_EQ(open_mpi_rule(Call::all_reduce, 16, 1'000'000), rabenseifner);
  EXPECT_EQ(open_mpi_rule(Call::all_reduce, 16, 4'095), recursive_doubling);
  EXPECT_EQ(open_mpi_rule(Call::all_reduce, 3, 20'000), ring);
  EXPECT_EQ(open_mpi_rule(Call::all_reduce, 200, 8), reduce_broadcast);
  EXPECT_EQ(open_mpi_rule(Call::broadcast, 16, 1 << 20), scatter_all_gather);
  EXPECT_EQ(open_mpi_rule(Call::broadcast, 16, (1 << 20) - 1), binomial_tree);
  EXPECT_EQ(open_mpi_rule(Call::reduce, 7, 5'000), chain);
  EXPECT_EQ(open_mpi_rule(Call::all_gather, 40, 2'000), neighbour_exchange);
  EXPECT_EQ(open_mpi_rule(Call::all_to_all, 16, 100), bruck);
  EXPECT_EQ(open_mpi_rule(Call::all_to_all, 100, 300'000), pairwise);
  EXPECT_EQ(open_mpi_rule(Call::barrier, 5, 0), linear);
  EXPECT_EQ(open_mpi_rule(Call::barrier, 5'000, 0), bruck);
}

}  // namespace
}  // namespace ebb::inline record
