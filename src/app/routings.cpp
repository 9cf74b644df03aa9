#include "app/routings.hpp"

#include "routing/dal.hpp"
#include "routing/dimension_order.hpp"
#include "routing/minimal_adaptive.hpp"
#include "routing/shortest_path.hpp"
#include "routing/ugal_l.hpp"
#include "routing/valiant.hpp"

namespace ebb {

std::span<const Entry<AnyRouting>> routings() {
  static constexpr Entry<AnyRouting> table[] = {
      routing_entry<MinimalAdaptive>("minimal_adaptive",
                                     "butterfly: at each hop the shortest queue that leads nearer (Abts)"),
      routing_entry<DimensionOrder>("dimension_order", "butterfly: one dimension after the other"),
      routing_entry<Valiant>("valiant", "butterfly: over a random switch"),
      routing_entry<UgalL>(
          "ugal_l", "butterfly: minimal or over a random switch, whichever queue is shorter at the source"),
      routing_entry<Dal>("dal", "butterfly: at each hop, straight or one detour per dimension (HyperX)"),
      routing_entry<ShortestPath>("shortest_path", "any network: the shortest of the up*/down* ways"),
  };
  return table;
}

}  // namespace ebb
