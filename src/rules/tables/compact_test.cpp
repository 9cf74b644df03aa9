#include "rules/tables/compact.hpp"

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include <algorithm>
#include <set>

#include "rules/trees/random_plan_testing.hpp"

namespace ebb::inline rules {
namespace {

/// Looks up a compacted table, and checks that two entries of equal rank never both match.
std::uint32_t evaluate(const std::vector<CompactEntry>& entries, Address address) {
  const CompactEntry* best = nullptr;
  for (const CompactEntry& entry : entries) {
    if (!entry.match.matches(address)) continue;
    EXPECT_TRUE(!best || best->rank != entry.rank);
    if (!best || entry.rank > best->rank) best = &entry;
  }
  return best ? best->output : no_id;
}

std::vector<BlockOutput> one_block_per_value(const std::vector<std::uint32_t>& outputs) {
  const auto hosts = static_cast<std::uint32_t>(outputs.size());
  const AddressPlan plan({{"host", AddressLevel::host, hosts}}, hosts);
  std::vector<BlockOutput> blocks;
  for (HostId h = 0; h < hosts; ++h) blocks.push_back({plan.values_of(0)[h], outputs[h]});
  return blocks;
}

std::size_t compacted_size(const std::vector<std::uint32_t>& outputs) {
  return compact(one_block_per_value(outputs)).size();
}

TEST(Compact, LeavesOneEntryWhenAllIsAlike) {
  const auto entries = compact(one_block_per_value({7, 7, 7, 7, 7}));
  ASSERT_EQ(entries.size(), 1u);
  EXPECT_EQ(entries[0].match.mask, 0u);
  EXPECT_EQ(entries[0].output, 7u);
}

TEST(Compact, WritesAnExceptionAboveADefault) { EXPECT_EQ(compacted_size({1, 1, 1, 2, 1, 1, 1, 1}), 2u); }

TEST(Compact, FindsWildcardsInTheUpperBits) { EXPECT_EQ(compacted_size({1, 2, 1, 2, 1, 2, 1, 2}), 2u); }

TEST(Compact, CannotGoBelowOneEntryPerOutput) { EXPECT_EQ(compacted_size({0, 1, 2, 3, 4, 5}), 6u); }

TEST(Compact, MergesGroupsOneAndTwoOnlyWithAnExceptionForThree) {
  // The paper's example of unaligned groups: 1 and 2 by one port; a wildcard over them also covers 3.
  const auto entries = compact(one_block_per_value({0, 1, 1, 2}));
  EXPECT_EQ(entries.size(), 3u);
  EXPECT_EQ(evaluate(entries, 3), 2u);
}

/// Returns the size of the smallest table in which the longest prefix wins, by exhaustive search: an entry or
/// none at every node of the tree.
std::size_t smallest(const std::vector<std::uint32_t>& outputs, std::size_t from, std::size_t to,
                     std::uint32_t inherited) {
  if (to - from == 1) return outputs[from] == inherited ? 0 : 1;
  const std::size_t middle = (from + to) / 2;
  const auto below = [&](std::uint32_t given) {
    return smallest(outputs, from, middle, given) + smallest(outputs, middle, to, given);
  };
  std::size_t best = below(inherited);
  for (std::uint32_t given : std::set<std::uint32_t>(outputs.begin(), outputs.end()))
    best = std::min(best, 1 + below(given));
  return best;
}

RC_GTEST_PROP(Compact, IsNeverLargerThanTheSmallestPrefixTable, ()) {
  const auto outputs = *rc::gen::container<std::vector<std::uint32_t>>(8, rc::gen::inRange(0u, 4u));
  RC_ASSERT(compacted_size(outputs) <= smallest(outputs, 0, 8, no_id));
}

RC_GTEST_PROP(Compact, GivesEveryAddressTheOutputOfItsBlock, ()) {
  const RandomPlan random;
  const AddressPlan& plan = random.plan;
  const std::uint32_t used = random.hosts;
  const auto outputs = *rc::gen::container<std::vector<std::uint32_t>>(used, rc::gen::inRange(0u, 5u));
  const Address inside = (Address{1} << plan.bits()) - 1;
  std::vector<BlockOutput> blocks;
  for (HostId h = 0; h < used; ++h) {
    const Ternary block = plan.block(h, AddressLevel::host);
    blocks.push_back({{block.value, block.mask & inside}, outputs[h]});
  }
  const auto entries = compact(blocks);
  for (Address a = 0; a <= inside; ++a) RC_ASSERT(evaluate(entries, a) == outputs[plan.host(a)]);
  RC_ASSERT(entries.size() <= blocks.size());
  RC_ASSERT(entries.size() >= std::set<std::uint32_t>(outputs.begin(), outputs.end()).size());
}

}  // namespace
}  // namespace ebb::inline rules
