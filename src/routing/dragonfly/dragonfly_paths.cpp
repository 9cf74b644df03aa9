#include "routing/dragonfly/dragonfly_paths.hpp"

#include <algorithm>
#include <utility>
#include <vector>

#include "network/dragonfly_shape.hpp"

namespace ebb::inline routing {

Problems DragonflyPaths::check(const Network& network) {
  if (std::holds_alternative<DragonflyShape>(network.shape)) return {};
  return {{"name", "works on a dragonfly only", "\"shortest_path\" routes on any network"}};
}

void DragonflyPaths::prepare(const Network& network) {
  const auto& shape = std::get<DragonflyShape>(network.shape);
  groups = shape.groups, group_size = shape.group_size, concentration = shape.concentration;
  std::vector<Place> places;
  std::vector<std::uint32_t> firsts;
  std::vector<Gate> all;
  for (SwitchId s = 0; s < network.switches(); ++s)
    places.push_back(
        {static_cast<std::uint16_t>(s / group_size), static_cast<std::uint16_t>(s % group_size)});
  for (std::uint32_t from = 0; from < groups; ++from)
    for (std::uint32_t to = 0; to < groups; ++to) {
      firsts.push_back(static_cast<std::uint32_t>(all.size()));
      if (from == to) continue;
      for (std::uint32_t n = 0; n < dragonfly_links(shape, from, to); ++n) {
        const GlobalSlot slot{from, dragonfly_slot(shape, from, to, n)};
        const GlobalPort here = dragonfly_global_port(shape, slot);
        const SwitchId there = dragonfly_global_port(shape, dragonfly_slot_peer(shape, slot)).switch_id;
        all.push_back(
            {places[here.switch_id].position, static_cast<std::uint16_t>(here.port), places[there].position});
      }
      std::sort(all.begin() + firsts.back(), all.end(), [](const Gate& a, const Gate& b) {
        return std::pair{a.position, a.port} < std::pair{b.position, b.port};
      });
    }
  firsts.push_back(static_cast<std::uint32_t>(all.size()));
  place.set(std::move(places)), first_gate.set(std::move(firsts)), gates.set(std::move(all));
}

}  // namespace ebb::inline routing
