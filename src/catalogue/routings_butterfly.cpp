#include "catalogue/routing_entry.hpp"
#include "catalogue/routings.hpp"
#include "routing/butterfly/butterfly_ecmp.hpp"
#include "routing/butterfly/dal.hpp"
#include "routing/butterfly/dimension_order.hpp"
#include "routing/butterfly/dynamic_butterfly.hpp"
#include "routing/butterfly/minimal_adaptive.hpp"
#include "routing/butterfly/ugal_l.hpp"
#include "routing/butterfly/valiant.hpp"

namespace ebb::inline catalogue {

std::span<const Entry<AnyRouting>> butterfly_routings() {
  static constexpr Entry<AnyRouting> table[] = {
      routing_entry<MinimalAdaptive>("minimal_adaptive",
                                     "butterfly: at each hop the shortest queue that leads nearer (Abts)"),
      routing_entry<DimensionOrder>("dimension_order", "butterfly: one dimension after the other"),
      routing_entry<ButterflyEcmp>(
          "butterfly_ecmp", "butterfly: at each hop a hash of both hosts chooses what leads nearer (ECMP)"),
      routing_entry<Valiant>("valiant", "butterfly: over a random switch"),
      routing_entry<UgalL>("ugal_l",
                           "butterfly: minimal or over a random switch, by the queues at the source"),
      routing_entry<DynamicButterfly>(
          "dynamic_butterfly", "butterfly whose cables go off and on: mesh, torus, and more (Abts 5.2)"),
      routing_entry<Dal>("dal", "butterfly: at each hop, straight or one detour per dimension (HyperX)"),
  };
  return table;
}

}  // namespace ebb::inline catalogue
