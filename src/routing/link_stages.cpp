#include "routing/link_stages.hpp"

namespace ebb::inline routing {

LinkStages::Place LinkStages::place(SwitchId s, std::uint16_t port) const {
  for (std::uint16_t row = 0; row < rows(); ++row) {
    const ButterflyPaths::Dimension& x = paths.dimension[row];
    if (port < x.first_port) break;
    const int index = port - x.first_port, other = index / x.parallel;
    if (other >= x.size - 1) continue;
    const int me = paths.of(s)[row], to = other < me ? other : other + 1,
              length = to < me ? me - to : to - me;
    if (index % x.parallel != 0) return {Stage::chord, chords, row};
    if (length == 1) return {Stage::line, chords, row};
    if (length < x.size - 1) return {Stage::chord, chords, row};
    return {Stage::ring, me == 0 ? ring_from_first : ring_from_last, row};
  }
  return {};
}

}  // namespace ebb::inline routing
