#include "routing/butterfly/butterfly_stages.hpp"

namespace ebb::inline routing {
namespace {

LinkStages::Place place_of(Stage stage, ButterflyStages::Count count, std::uint16_t row) {
  return {static_cast<std::uint8_t>(stage), count, row};
}

}  // namespace

LinkStages::Place ButterflyStages::place(SwitchId s, std::uint16_t port) const {
  for (std::uint16_t row = 0; row < rows(); ++row) {
    const ButterflyPaths::Dimension& x = paths.dimension[row];
    if (port < x.first_port) break;
    const int index = port - x.first_port, other = index / x.parallel;
    if (other >= x.size - 1) continue;
    const int me = paths.of(s)[row], to = other < me ? other : other + 1,
              length = to < me ? me - to : to - me;
    if (index % x.parallel != 0) return place_of(Stage::chord, chords, row);
    if (length == 1) return place_of(Stage::line, chords, row);
    if (length < x.size - 1) return place_of(Stage::chord, chords, row);
    return place_of(Stage::ring, me == 0 ? ring_from_first : ring_from_last, row);
  }
  return place_of(Stage::line, chords, 0);
}

void ButterflyStages::each_in_row(SwitchId s, std::uint32_t row, const EachSwitch& each) const {
  const ButterflyPaths::Dimension& x = paths.dimension[row];
  const std::uint16_t me = paths.of(s)[row];
  for (std::uint16_t c = 0; c < x.size; ++c)
    each(static_cast<SwitchId>(s - me * x.stride + c * x.stride), c < me ? me - c : c - me);
}

void ButterflyStages::each_shorter(SwitchId s, std::uint16_t port, const EachPort& each) const {
  const std::uint16_t row = place(s, port).row;
  const ButterflyPaths::Dimension& x = paths.dimension[row];
  const int me = paths.of(s)[row], other = (port - x.first_port) / x.parallel,
            to = other < me ? other : other + 1;
  for (int c = to; c != me; c += to > me ? -1 : 1)
    for (std::uint16_t l = 0; l < x.parallel; ++l) {
      const auto shorter = static_cast<std::uint16_t>(
          paths.port(row, static_cast<std::uint16_t>(me), static_cast<std::uint16_t>(c)) + l);
      if (shorter != port && each(shorter)) return;
    }
}

LinkStages::Near ButterflyStages::near(const Place& place, const Knows& knows) const {
  Near near;
  const bool ring = knows(ring_from_first) || knows(ring_from_last);
  if (place.stage == static_cast<std::uint8_t>(Stage::chord)) near.before_up = ring || !has_ring(place.row);
  if (place.stage == static_cast<std::uint8_t>(Stage::ring)) near.after_up = knows(chords);
  return near;
}

}  // namespace ebb::inline routing
