#include "catalogue/routing_entry.hpp"
#include "catalogue/routings.hpp"
#include "routing/tables/by_rules.hpp"

namespace ebb::inline catalogue {

std::span<const Entry<AnyRouting>> rule_routings() {
  static constexpr Entry<AnyRouting> table[] = {
      routing_entry<ByRules>("rules", "butterfly, Clos, dragonfly: by the tables of the switches (Benito)"),
  };
  return table;
}

}  // namespace ebb::inline catalogue
