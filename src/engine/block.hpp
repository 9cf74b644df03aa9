// A range of switches with their hosts: what one thread handles at a time. There are many more blocks than
// threads, and whoever is free takes the next one, so what stands in a block is kept here and not with a
// thread.
#pragma once

#include <cstdint>
#include <unordered_map>
#include <vector>

#include "engine/model.hpp"
#include "engine/pool.hpp"

namespace ebb::inline engine {

struct Block {
  SwitchId first = 0, end = 0;
  Pool<Packet> standing;                  ///< packets that have to wait
  Pool<QueuedMessage> messages;           ///< at their sources
  std::vector<std::uint8_t> unpublished;  ///< of each switch: how often it has to be put on the board yet

  /// What has come of a message in pieces.
  struct Arriving {
    std::uint32_t packets = 0;
    std::uint64_t payload = 0;
  };
  std::unordered_map<std::uint64_t, Arriving> arriving;  ///< by source and number
};

}  // namespace ebb::inline engine
