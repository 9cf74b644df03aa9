#include "engine/board.hpp"

#include <algorithm>

#include "engine/hop.hpp"

namespace ebb {

void Board::open(const Network& network, std::optional<Picoseconds> delay, Picoseconds pipeline,
                 std::int64_t window) {
  if (delay)
    age = static_cast<std::uint32_t>(std::min(oldest, (delay->v + pipeline.v + window - 1) / window));
  slots = age + 2;  // one for each age, and the one that is being written
  ports = network.switch_ports();
  entries.make_room(std::size_t{slots} * ports);  // an entry that was never written is an empty queue
}

void BoardPlace::open(const Board& board) { window.assign(board.slots, INT64_MIN); }

/// Windows in which nothing happens anywhere are not handled, and publish nothing: the last one before
/// counts.
void BoardPlace::begin(const Board& board, std::int64_t start, std::int64_t length) {
  const std::int64_t number = start / length, wanted = number - 1 - board.age;
  reading = writing;
  do reading = (reading == 0 ? board.slots : reading) - 1;
  while (window[reading] > wanted);
  window[writing] = number;
  as_of = std::max<std::int64_t>(0, start - board.age * length);
}

/// A switch to which nothing has happened for a whole round is in all slots as it is.
void Part::publish(Block& block, std::uint16_t first_port) {
  for (SwitchId s = block.first; s < block.end; ++s) {
    std::uint8_t& rounds = block.unpublished[s - block.first];
    if (rounds == 0) continue;
    --rounds;
    const PortId end = m_.network.first_port[s + 1];
    for (PortId p = m_.network.first_port[s] + first_port; p < end; ++p) {
      const OutPort& out = outs_[p];
      const std::int64_t silence =
          out.silenced ? std::max<std::int64_t>(0, m_.rest[p].silent_until - finish_) : 0;
      m_.board.at(place_.writing, p) = {out.free_at - silence, out.waiting, out.rate};
    }
  }
}

}  // namespace ebb
