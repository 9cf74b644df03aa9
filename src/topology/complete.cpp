#include "topology/complete.hpp"

#include <algorithm>

namespace ebb::inline topology {

Problems Complete::check() const {
  Problems problems;
  require_at_least(problems, "switches", switches, 2, "for a single switch, use the topology \"star\"");
  require_at_least(problems, "hosts_per_switch", hosts_per_switch, 1,
                   "every switch of this topology has hosts");
  require_at_least(problems, "links", links, 1);
  if (!problems.empty()) return problems;
  const std::int64_t link_ports = saturating_product(switches, saturating_product(switches, links));
  const std::int64_t host_ports = saturating_product(switches, saturating_product(2, hosts_per_switch));
  require_buildable(problems, "switches", std::min(most_ports, link_ports + host_ports));
  return problems;
}

FlattenedButterfly Complete::as_butterfly() const {
  FlattenedButterfly line;
  line.c = hosts_per_switch;
  line.sizes = {switches};
  line.parallel = {links};
  line.local_medium = local_medium;
  return line;
}

}  // namespace ebb::inline topology
