// Wormhole: a packet moves as flits, each of them as soon as it has a credit. The packet may stop half-way,
// with its flits in several switches. It has rules of its own (model/worm).
#pragma once

namespace ebb::inline engine {

struct Wormhole {
  static constexpr bool moves_worms = true;
};

}  // namespace ebb::inline engine
