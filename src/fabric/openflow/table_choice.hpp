// Which tables the switches of a network are loaded with: one of the four organisations, or tables with
// conditions. Open vSwitch holds no condition about pauses or queues. There, an alternative is taken while
// the port before it is down, which a switch notices by itself (fast failover groups).
#pragma once

#include <optional>

#include "rules/tables/conditional_table.hpp"
#include "rules/tables/make_table.hpp"
#include "rules/tables/single_stage.hpp"

namespace ebb::inline fabric {

struct TableChoice {
  Organisation organisation = Organisation::compacted;
  std::optional<Conditions> conditions = std::nullopt;  ///< then the organisation is compacted

  TableChoice() = default;
  TableChoice(Organisation o) : organisation(o) {}  // a plain organisation is a choice
  explicit TableChoice(const Conditions& c) : conditions(c) {}
};

/// The table as a plan counts it and the simulator forwards by it.
inline ForwardingTable table_of(const BlockRouting& routing, SwitchId s, const TableChoice& choice) {
  return choice.conditions ? conditional_table(routing, s, *choice.conditions)
                           : make_table(routing, s, choice.organisation);
}

/// The table as a switch without conditions can hold it.
inline std::vector<RuleWithAlternatives> loadable_rules(const BlockRouting& routing, SwitchId s,
                                                        const TableChoice& choice) {
  const ForwardingTable table = table_of(routing, s, choice);
  if (choice.conditions) return single_stage(table);
  std::vector<RuleWithAlternatives> rules;
  for (const Rule& rule : table.rules) rules.push_back({rule, {rule.out_port}});
  return rules;
}

}  // namespace ebb::inline fabric
