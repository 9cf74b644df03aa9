#include "routing/clos/clos_paths.hpp"

#include <utility>
#include <vector>

#include "network/folded_clos_shape.hpp"

namespace ebb::inline routing {

Problems ClosPaths::check(const Network& network) {
  if (std::holds_alternative<FoldedClosShape>(network.shape)) return {};
  return {{"name", "works on a folded Clos network only", "\"shortest_path\" routes on any network"}};
}

void ClosPaths::prepare(const Network& network) {
  const auto& shape = std::get<FoldedClosShape>(network.shape);
  concentration = shape.concentration;
  std::vector<Place> places;
  std::vector<std::uint16_t> ports;
  for (SwitchId s = 0; s < network.switches(); ++s) {
    const ClosPlace at = clos_place(shape, s);
    const PortRange up = clos_up_ports(shape, at);
    Place p;
    p.first_below = at.block * shape.levels[at.level].access;
    p.below = clos_block_access(shape, at.level, at.block);
    p.first_up = static_cast<std::uint16_t>(up.first), p.up = static_cast<std::uint16_t>(up.count);
    for (std::uint32_t l = 0; l < at.level; ++l) p.divisor *= shape.levels[l].up;
    p.first_child = static_cast<std::uint32_t>(ports.size());
    if (at.level > 0) {
      p.child_size = shape.levels[at.level - 1].access;
      for (std::uint32_t to = p.first_below; to < p.first_below + p.below; to += p.child_size)
        ports.push_back(static_cast<std::uint16_t>(clos_ports_towards(shape, at, to).first));
      ports.push_back(static_cast<std::uint16_t>(up.first));
    }
    places.push_back(p);
  }
  place.set(std::move(places)), child_port.set(std::move(ports));
}

}  // namespace ebb::inline routing
