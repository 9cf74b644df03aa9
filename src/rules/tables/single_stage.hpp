// A table with stages and conditions as one plain list, for switches that cannot hold conditions. Each entry
// names all the ports by which its frames may leave: the default first, then the alternatives in the order in
// which the stages would be asked. A switch that knows which of its ports are alive can try them in turn.
#pragma once

#include <vector>

#include "rules/tables/table.hpp"

namespace ebb::inline rules {

/// `rule` has no stage and no condition; its out_port is the first of `ports`. No port is named twice.
struct RuleWithAlternatives {
  Rule rule;
  std::vector<std::uint32_t> ports;
};

/// In descending priority. For every header the entry that wins has the ports of the table's winners(). An
/// entry that makes no difference is left out. Classes of service are not in it.
std::vector<RuleWithAlternatives> single_stage(const ForwardingTable& table);

/// The same as a table: what the switch does while nothing is busy.
ForwardingTable defaults_of(const std::vector<RuleWithAlternatives>& rules);

}  // namespace ebb::inline rules
