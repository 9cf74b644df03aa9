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
  entries.resize(std::size_t{slots} * ports);
}

void BoardPlace::open(const Board& board, std::uint32_t switches) {
  window.assign(board.slots, INT64_MIN);
  rounds.assign(switches, 0);
}

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

void Part::open_board() { place_.open(m_.board, end_ - first_); }

/// A switch to which nothing has happened for a whole round is in all slots as it is.
void Part::publish(std::uint16_t first_port) {
  for (std::uint32_t i = 0; i < place_.rounds.size(); ++i) {
    if (place_.rounds[i] == 0) continue;
    --place_.rounds[i];
    const PortId end = m_.network.first_port[first_ + i + 1];
    for (PortId p = m_.network.first_port[first_ + i] + first_port; p < end; ++p) {
      const OutPort& out = outs_[p];
      const std::int64_t silence =
          out.silenced ? std::max<std::int64_t>(0, m_.rest[p].silent_until - finish_) : 0;
      m_.board.at(place_.writing, p) = {out.free_at - silence, out.waiting, out.rate};
    }
  }
  place_.writing = (place_.writing + 1) % m_.board.slots;
}

}  // namespace ebb
