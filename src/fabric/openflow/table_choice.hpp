// Selects the tables of a network's switches: one of the four organisations, or tables with conditions. Open
// vSwitch has no conditions on pauses or queues. It uses an alternative while the preferred port is down,
// which a switch detects by itself (fast failover groups).
#pragma once

#include <optional>

#include "network/network.hpp"
#include "rules/tables/block_routing.hpp"
#include "rules/tables/conditional_table.hpp"
#include "rules/tables/make_table.hpp"
#include "rules/tables/single_stage.hpp"
#include "rules/tables/table.hpp"

namespace ebb::inline fabric {

struct TableChoice {
  Organisation organisation = Organisation::compacted;
  std::optional<Conditions> conditions = std::nullopt;  ///< if set, the organisation is compacted

  TableChoice() = default;
  TableChoice(Organisation o) : organisation(o) {}  // a plain organisation is a choice
  explicit TableChoice(const Conditions& c) : conditions(c) {}
};

/// The table that a plan counts and the simulator forwards by.
inline ForwardingTable table_of(const BlockRouting& routing, SwitchId s, const TableChoice& choice) {
  return choice.conditions ? conditional_table(routing, s, *choice.conditions)
                           : make_table(routing, s, choice.organisation);
}

/// The table in a form for switches without conditions.
inline std::vector<RuleWithAlternatives> loadable_rules(const BlockRouting& routing, SwitchId s,
                                                        const TableChoice& choice) {
  const ForwardingTable table = table_of(routing, s, choice);
  if (choice.conditions) return single_stage(table);
  std::vector<RuleWithAlternatives> rules;
  for (const Rule& rule : table.rules) rules.push_back({rule, {rule.out_port}});
  return rules;
}

}  // namespace ebb::inline fabric
