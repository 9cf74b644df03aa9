// Wormhole: a packet moves as flits, and each of them as soon as there is space for it at the other end. The
// packet may stop half-way, with its flits in several switches. It has rules of its own (model/worm).
#pragma once

namespace ebb::inline engine {

struct Wormhole {
  static constexpr bool moves_worms = true;
};

}  // namespace ebb::inline engine
