// A block: a range of switches with their hosts, handled by one thread at a time. There are many more blocks
// than threads, and a free thread takes the next block. So the queues of a block are stored here and not with
// a thread.
#pragma once

#include <cstdint>
#include <vector>

#include "engine/model/network_state.hpp"
#include "engine/storage/arriving.hpp"
#include "engine/storage/pool.hpp"
#include "network/network.hpp"

namespace ebb::inline engine {

struct Block {
  SwitchId first = 0, end = 0;
  Pool<Packet> queued_packets;   ///< packets that have to wait
  Pool<QueuedMessage> messages;  ///< at their sources
  ArrivingMessages arriving;
  std::vector<std::uint8_t> unpublished;  ///< by switch: slots of the published lengths to update
};

struct Blocks {
  std::vector<Block> all;
  std::vector<std::uint16_t> of;  ///< by switch
};

/// Divides the switches of this rank into about `count` blocks, along the structure of the network.
Blocks make_blocks(const NetworkState& state, std::size_t count);

}  // namespace ebb::inline engine
