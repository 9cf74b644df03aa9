#include "catalogue/routing_entry.hpp"
#include "catalogue/routings.hpp"
#include "routing/clos/clos_adaptive.hpp"
#include "routing/clos/clos_ecmp.hpp"

namespace ebb::inline catalogue {

std::span<const Entry<AnyRouting>> clos_routings() {
  static constexpr Entry<AnyRouting> table[] = {
      routing_entry<ClosAdaptive>("clos_adaptive", "folded Clos: up over the shortest queue, then down"),
      routing_entry<ClosEcmp>("clos_ecmp", "folded Clos: up as source, destination or both say, then down"),
  };
  return table;
}

}  // namespace ebb::inline catalogue
