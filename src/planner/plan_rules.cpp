#include "planner/plan_rules.hpp"

namespace ebb::inline planner {

std::optional<RuleCounts> plan_rules(const Topology& topology, const Facts& facts, const Cables& cables) {
  if (auto counts = count_rules(topology.network_shape())) return counts;
  if (facts.ports_used > most_ports_built_for_rules) return std::nullopt;
  return count_rules(topology.build(cables));
}

}  // namespace ebb::inline planner
