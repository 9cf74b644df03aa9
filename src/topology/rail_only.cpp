#include "topology/rail_only.hpp"

#include <algorithm>

#include "topology/folded_clos.hpp"

namespace ebb::inline topology {

Problems RailOnly::check() const {
  Problems problems;
  require_at_least(problems, "gpus", gpus, 1);
  require_at_least(problems, "servers", servers, 2, "a single server is the topology \"star\"");
  if (problems.empty())
    require_buildable(problems, "servers", saturating_product(servers, saturating_product(4, gpus)));
  return problems;
}

/// A folded Clos of two levels deals a server's up ports to the rails' switches in turn.
FoldedClosShape RailOnly::shape() const {
  return {
      .concentration = u32(gpus),
      .levels = {{0, u32(servers), 1, 1, u32(gpus)}, {u32(servers), u32(gpus), u32(gpus), u32(servers), 0}}};
}

Facts RailOnly::facts() const {
  Facts f;
  f.hosts = gpus * servers, f.access_switches = servers, f.switches = servers + gpus;
  f.ports_used = 4 * gpus * servers - f.hosts;
  f.ports_least = std::min(2 * gpus, servers), f.ports_most = std::max(2 * gpus, servers);
  f.add_cables(Medium::copper, f.hosts);
  f.add_cables(local_medium, gpus * servers);
  f.bisection_cables = servers / 2 * gpus;
  f.diameter = 2;
  return f;
}

Network RailOnly::build(const Cables& cables) const {
  return build_clos(shape(), cables, {cables.link("rail", local_medium)});
}

}  // namespace ebb::inline topology
