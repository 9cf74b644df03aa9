#include "routing/dragonfly/dragonfly_paths.hpp"

#include <algorithm>

#include "network/dragonfly_shape.hpp"

namespace ebb::inline routing {

Problems DragonflyPaths::check(const Network& network) {
  if (std::holds_alternative<DragonflyShape>(network.shape)) return {};
  return {{"name", "works on a dragonfly only", "\"shortest_path\" routes on any network"}};
}

void DragonflyPaths::prepare(const Network& network) {
  const auto& shape = std::get<DragonflyShape>(network.shape);
  groups = shape.groups, group_size = shape.group_size, concentration = shape.concentration;
  place.clear(), gates.clear(), first_gate.clear();
  for (SwitchId s = 0; s < network.switches(); ++s)
    place.push_back({static_cast<std::uint16_t>(s / group_size), static_cast<std::uint16_t>(s % group_size)});
  for (std::uint32_t from = 0; from < groups; ++from)
    for (std::uint32_t to = 0; to < groups; ++to) {
      first_gate.push_back(static_cast<std::uint32_t>(gates.size()));
      if (from == to) continue;
      for (std::uint32_t n = 0; n < dragonfly_links(shape, from, to); ++n) {
        const GlobalSlot slot{from, dragonfly_slot(shape, from, to, n)};
        const GlobalPort here = dragonfly_global_port(shape, slot);
        const SwitchId there = dragonfly_global_port(shape, dragonfly_slot_peer(shape, slot)).switch_id;
        gates.push_back(
            {place[here.switch_id].position, static_cast<std::uint16_t>(here.port), place[there].position});
      }
      std::sort(gates.begin() + first_gate.back(), gates.end(), [](const Gate& a, const Gate& b) {
        return std::pair{a.position, a.port} < std::pair{b.position, b.port};
      });
    }
  first_gate.push_back(static_cast<std::uint32_t>(gates.size()));
}

}  // namespace ebb::inline routing
