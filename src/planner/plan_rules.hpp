// The forwarding rules of a planned network.
#pragma once

#include <optional>

#include "rules/tables/count.hpp"
#include "topology/topology.hpp"

namespace ebb::inline planner {

/// Rules of a topology with a known shape are counted from it at any size. Any other is built for it, unless
/// it has more ports than this: then the rules are unknown.
inline constexpr std::int64_t most_ports_built_for_rules = 100'000;

/// `alternatives`: of tables with conditions.
std::optional<RuleCounts> plan_rules(const Topology& topology, const Facts& facts, const Cables& cables,
                                     std::uint32_t alternatives = 1);

}  // namespace ebb::inline planner
