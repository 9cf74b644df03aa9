// A range of switches with their hosts: what one thread handles at a time. There are many more blocks than
// threads, and whoever is free takes the next one, so what stands in a block is kept here and not with a
// thread.
#pragma once

#include <cstdint>
#include <vector>

#include "engine/model/network_state.hpp"
#include "engine/storage/arriving.hpp"
#include "engine/storage/pool.hpp"

namespace ebb::inline engine {

struct Block {
  SwitchId first = 0, end = 0;
  Pool<Packet> queued_packets;   ///< packets that have to wait
  Pool<QueuedMessage> messages;  ///< at their sources
  ArrivingMessages arriving;
  std::vector<std::uint8_t> unpublished;  ///< of each switch: how often it has to be put on the board yet
};

struct Blocks {
  std::vector<Block> all;
  std::vector<std::uint16_t> of;  ///< by switch
};

/// Cuts the switches that are here into about `count` blocks, along the structure of the network.
Blocks make_blocks(const NetworkState& state, std::size_t count);

}  // namespace ebb::inline engine
