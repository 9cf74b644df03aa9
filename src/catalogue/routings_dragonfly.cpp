#include "catalogue/routing_entry.hpp"
#include "catalogue/routings.hpp"
#include "routing/dragonfly/dragonfly_minimal.hpp"
#include "routing/dragonfly/dragonfly_piggyback.hpp"
#include "routing/dragonfly/dragonfly_ugal_g.hpp"
#include "routing/dragonfly/dragonfly_ugal_l.hpp"
#include "routing/dragonfly/dragonfly_valiant_group.hpp"
#include "routing/dragonfly/dragonfly_valiant_node.hpp"

namespace ebb::inline catalogue {

std::span<const Entry<AnyRouting>> dragonfly_routings() {
  static constexpr Entry<AnyRouting> table[] = {
      routing_entry<DragonflyMinimal>("dragonfly_minimal", "dragonfly: local, global, local"),
      routing_entry<DragonflyValiantNode>("dragonfly_valiant_node", "dragonfly: over a random switch"),
      routing_entry<DragonflyValiantGroup>("dragonfly_valiant_group", "dragonfly: over a random group"),
      routing_entry<DragonflyUgalL>("dragonfly_ugal_l",
                                    "dragonfly: minimal or over a random group, by the queues at the source"),
      routing_entry<DragonflyUgalG>("dragonfly_ugal_g",
                                    "dragonfly: minimal or over a random group, by all queues on the path"),
      routing_entry<DragonflyPiggyback>(
          "dragonfly_piggyback", "dragonfly: minimal or over a random group, by the group's global queues"),
  };
  return table;
}

}  // namespace ebb::inline catalogue
