// A table with stages and conditions as one plain list, for switches without conditions. Each entry lists all
// the ports by which its frames may leave: the default first, then the alternatives in the order of the
// stages. A switch that knows which of its ports are up can try them in turn.
#pragma once

#include <vector>

#include "rules/tables/table.hpp"

namespace ebb::inline rules {

/// `rule` has no stage and no condition; its out_port is the first of `ports`. No port is listed twice.
struct RuleWithAlternatives {
  Rule rule;
  std::vector<std::uint32_t> ports;
};

/// In descending priority. For every header the entry that wins has the ports of the table's winners(). An
/// entry that makes no difference is omitted. Classes of service are not included.
std::vector<RuleWithAlternatives> single_stage(const ForwardingTable& table);

/// The same as a table: the behaviour of the switch while nothing is busy.
ForwardingTable defaults_of(const std::vector<RuleWithAlternatives>& rules);

}  // namespace ebb::inline rules
