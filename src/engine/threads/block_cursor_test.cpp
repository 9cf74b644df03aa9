#include "engine/threads/block_cursor.hpp"

#include <gtest/gtest.h>

#include <algorithm>

#include "engine/engine_testing.hpp"

namespace ebb::inline engine {
namespace {

/// Two threads that share the blocks of a network.
struct TwoThreads {
  Network net = butterfly(2, 4, 3);
  ScriptedTraffic traffic;
  Control control{net.classes[0].rate};
  NetworkState state{net, traffic, {}, {}, control, 1, 1, {}};
  Blocks blocks = make_blocks(state, 8);
  BlockCursor first{state, blocks, 0, 2}, second{state, blocks, 1, 2};
  TwoThreads() {
    first.join({&first, &second});
    second.join({&first, &second});
  }
};

TEST(BlockCursor, EveryBlockIsTakenOnceTheOwnOnesFirst) {
  TwoThreads two;
  std::vector<std::size_t> taken;
  taken.push_back(*two.second.take_block());
  EXPECT_EQ(two.blocks.all[taken[0]].first, two.second.first());
  while (const auto number = two.first.take_block()) taken.push_back(*number);
  EXPECT_FALSE(two.second.take_block());
  EXPECT_EQ(two.blocks.all[taken[1]].first, two.first.first());
  std::sort(taken.begin(), taken.end());
  ASSERT_EQ(taken.size(), two.blocks.all.size());
  for (std::size_t i = 0; i < taken.size(); ++i) EXPECT_EQ(taken[i], i);
}

TEST(BlockCursor, OnlyTheSwitchesOfTheBlockAreItsOwn) {
  TwoThreads two;
  Calendar calendar(two.state.lookahead);
  for (BlockCursor* cursor : {&two.first, &two.second}) cursor->collect(calendar, LoadBits(2));
  const std::size_t number = *two.first.take_block();
  EXPECT_FALSE(two.first.begin_block(number));  // no event
  const Block& block = two.blocks.all[number];
  for (SwitchId s = 0; s < two.net.switches(); ++s)
    EXPECT_EQ(two.first.is_mine(s), s >= block.first && s < block.end);
  EXPECT_FALSE(two.first.is_alone());
}

TEST(BlockCursor, ASingleThreadHasTheWholeNetworkToItself) {
  TwoThreads two;
  BlockCursor alone(two.state, two.blocks, 0, 1);
  alone.join({&alone});
  Calendar calendar(two.state.lookahead);
  alone.collect(calendar, LoadBits(1));
  alone.begin_block(0);
  EXPECT_TRUE(alone.is_alone());
  for (SwitchId s = 0; s < two.net.switches(); ++s) EXPECT_TRUE(alone.is_mine(s));
}

}  // namespace
}  // namespace ebb::inline engine
