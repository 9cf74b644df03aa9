#include "rules/tables/table.hpp"

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include "rules/trees/random_plan_testing.hpp"

namespace ebb::inline rules {
namespace {

TEST(Table, TheHighestPriorityThatMatchesWins) {
  const ForwardingTable table{{{{0b10, 0b11}, {}, no_id, 2, 5}, {{0b10, 0b10}, {}, no_id, 1, 6}}};
  EXPECT_EQ(lookup(table, {0b10, 0, 0}), 5u);
  EXPECT_EQ(lookup(table, {0b11, 0, 0}), 6u);
  EXPECT_EQ(lookup(table, {0b01, 0, 0}), no_id);
}

TEST(Table, MatchesTheSourceAndTheIncomingPort) {
  const ForwardingTable table{{{{}, {1, 1}, no_id, 2, 5}, {{}, {}, 3, 1, 6}}};
  EXPECT_EQ(lookup(table, {0, 1, 3}), 5u);
  EXPECT_EQ(lookup(table, {0, 2, 3}), 6u);
  EXPECT_EQ(lookup(table, {0, 2, 4}), no_id);
}

/// Ternaries of three bits, so that many overlap.
Ternary small_ternary() {
  const Address mask = any_in_range(0, 8);
  return {any_in_range(0, 8) & mask, mask};
}

RC_GTEST_PROP(TableIndex, AnswersAsTheTableDoes, ()) {
  ForwardingTable table;
  const auto count = any_in_range(0, 20);
  for (std::uint32_t i = 0; i < count; ++i) {
    const std::uint32_t in_port = any_in_range(0, 3);
    table.rules.push_back({small_ternary(), small_ternary(), in_port == 0 ? no_id : in_port,
                           static_cast<std::uint16_t>(count - i), i});  // priorities differ: no ties to break
  }
  const TableIndex index(table);
  for (Address d = 0; d < 8; ++d)
    for (Address s = 0; s < 8; ++s)
      for (std::uint32_t in_port = 0; in_port < 4; ++in_port)
        RC_ASSERT(index.lookup({d, s, in_port}) == lookup(table, {d, s, in_port}));
}

}  // namespace
}  // namespace ebb::inline rules
