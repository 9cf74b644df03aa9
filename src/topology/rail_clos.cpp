#include "topology/rail_clos.hpp"

#include <fmt/core.h>

#include <algorithm>

#include "topology/folded_clos.hpp"

namespace ebb::inline topology {

Problems RailClos::check() const {
  Problems problems;
  require_at_least(problems, "gpus", gpus, 1);
  require_at_least(problems, "servers", servers, 2);
  require_at_least(problems, "pods", pods, 2, "a single pod is the topology \"rail_only\"");
  require_at_least(problems, "spines", spines, 1);
  if (!problems.empty()) return problems;
  if (servers % spines != 0)
    problems.push_back({"spines", fmt::format("is {}, but a rail's switch has {} up ports", spines, servers),
                        "a divisor of `servers`: each spine gets equally many cables of it"});
  require_buildable(problems, "pods",
                    saturating_product(saturating_product(servers, pods), saturating_product(6, gpus)));
  return problems;
}

FoldedClosShape RailClos::shape() const {
  const std::int64_t rails = gpus * pods;
  return {.concentration = u32(gpus),
          .levels = {{0, u32(all_servers()), 1, 1, u32(gpus)},
                     {u32(all_servers()), u32(rails), u32(gpus), u32(servers), u32(servers)},
                     {u32(all_servers() + rails), u32(spines), u32(spines), u32(all_servers()), 0}}};
}

Facts RailClos::facts() const {
  const std::int64_t uplinks = all_servers() * gpus;  // on each of the two levels
  Facts f;
  f.hosts = uplinks, f.access_switches = all_servers(), f.switches = all_servers() + gpus * pods + spines;
  f.ports_used = f.hosts + 4 * uplinks;
  const auto ports = {2 * gpus, 2 * servers, uplinks / spines};
  f.ports_least = std::min(ports), f.ports_most = std::max(ports);
  f.add_cables(Medium::copper, f.hosts);
  f.add_cables(local_medium, uplinks);
  f.add_cables(Medium::optical, uplinks);
  f.bisection_cables = all_servers() / 2 * gpus;
  f.diameter = 4;
  return f;
}

Network RailClos::build(const Cables& cables) const {
  return build_clos(shape(), cables,
                    {cables.link("rail", local_medium), cables.link("spine", Medium::optical)});
}

}  // namespace ebb::inline topology
