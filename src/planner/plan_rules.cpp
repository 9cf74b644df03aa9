#include "planner/plan_rules.hpp"

#include "network/shape.hpp"
#include "rules/tables/block_routing.hpp"

namespace ebb::inline planner {
namespace {

/// Tables with conditions differ between switches where compacted ones do. A tenth of those is counted.
constexpr std::uint64_t most_blocks = most_blocks_compacted / 10;

}  // namespace

std::optional<RuleCounts> plan_rules(const Topology& topology, const Facts& facts, const Cables& cables,
                                     std::uint32_t alternatives) {
  const Shape shape = topology.network_shape();
  if (auto counts = count_rules(shape)) {
    for (Adaptivity kind : {Adaptivity::minimal, Adaptivity::non_minimal})
      counts->conditional[static_cast<std::size_t>(kind)] =
          count_conditional_rules(shape, {kind, alternatives}, most_blocks);
    return counts;
  }
  if (facts.ports_used > most_ports_built_for_rules) return std::nullopt;
  return count_rules(topology.build(cables));
}

}  // namespace ebb::inline planner
