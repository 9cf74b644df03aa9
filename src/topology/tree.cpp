#include "topology/tree.hpp"

#include <algorithm>

#include "network/builder.hpp"

namespace ebb::inline topology {

std::int64_t Tree::subtree_switches(std::int64_t height) const {
  std::int64_t switches = 1;
  for (std::int64_t i = 0; i < height && switches < most_ports; ++i)
    switches = std::min(most_ports, saturating_product(switches, arity) + 1);
  return switches;
}

std::int64_t Tree::subtree_access(std::int64_t height) const {
  return hosts_on == TreeHosts::everywhere ? subtree_switches(height) : saturating_power(arity, height);
}

Problems Tree::check() const {
  Problems problems;
  require_at_least(problems, "depth", depth, 1, "for a single switch, use the topology \"star\"");
  require_at_least(problems, "arity", arity, 2, "for a chain of switches, use the topology \"mesh\"");
  require_at_least(problems, "hosts_per_switch", hosts_per_switch, 1);
  require_at_least(problems, "links", links, 1);
  if (!problems.empty()) return problems;
  const std::int64_t ports = std::min(most_ports, hosts_per_switch) + std::min(most_ports, links);
  require_buildable(problems, depth > 1 ? "depth" : "arity",
                    saturating_product(subtree_switches(depth), 2 * ports));
  return problems;
}

TreeShape Tree::shape() const {
  return {.arity = u32(arity),
          .depth = u32(depth),
          .links = u32(links),
          .concentration = u32(hosts_per_switch),
          .first_leaf = u32(subtree_switches(depth - 1)),
          .hosts_everywhere = hosts_on == TreeHosts::everywhere};
}

/// Returns the fewest branches to cut so that `wanted` switches with hosts are separated from the rest: whole
/// subtrees of the greatest height, then the remainder either added from smaller ones or, from one subtree
/// too many, taken back.
std::int64_t Tree::fewest_branches(std::int64_t wanted, std::int64_t height) const {
  if (wanted == 0) return 0;
  const std::int64_t size = subtree_access(height), whole = wanted / size, rest = wanted % size;
  if (rest == 0) return whole;
  return whole + std::min(fewest_branches(rest, height - 1), 1 + fewest_branches(size - rest, height - 1));
}

Facts Tree::facts() const {
  const TreeShape s = shape();
  Facts f;
  f.switches = subtree_switches(depth);
  f.access_switches = subtree_access(depth);
  f.hosts = f.access_switches * hosts_per_switch;
  const std::int64_t leaves = f.switches - s.first_leaf, inner_cables = (s.first_leaf - 1) * links;
  f.add_cables(Medium::copper, f.hosts);
  f.add_cables(local_medium, leaves * links);
  f.add_cables(Medium::optical, inner_cables);
  f.ports_used = f.hosts + 2 * (leaves * links + inner_cables);
  const std::uint32_t inner = depth > 1 ? 1 : 0;  // a switch between root and leaves, if there is one
  f.ports_least = std::min({s.ports(0), s.ports(inner), s.ports(s.first_leaf)});
  f.ports_most = std::max({s.ports(0), s.ports(inner), s.ports(s.first_leaf)});
  f.bisection_cables = links * fewest_branches(f.access_switches / 2, depth - 1);
  f.diameter = 2 * depth;
  return f;
}

Network Tree::build(const Cables& cables) const {
  const TreeShape s = shape();
  const Facts f = facts();
  NetworkBuilder builder;
  const std::uint8_t host_class = builder.add_class(cables.host_link());
  const std::uint8_t leaf_class = builder.add_class(cables.link("leaf", local_medium));
  const std::uint8_t trunk_class = builder.add_class(cables.link("trunk", Medium::optical));
  for (SwitchId i = 0; i < f.switches; ++i) builder.add_switches(1, s.ports(i));
  builder.set_hosts(u32(f.hosts));
  attach_hosts(builder, f.hosts, hosts_per_switch, host_class, s.hosts_everywhere ? 0 : s.first_leaf);
  for (SwitchId child = 1; child < f.switches; ++child) {
    const SwitchId parent = s.parent(child);
    for (std::uint32_t l = 0; l < s.links; ++l)
      builder.connect(parent, s.down_port(parent, (child - 1) % s.arity) + l, child, s.up_port(child) + l,
                      s.is_leaf(child) ? leaf_class : trunk_class);
  }
  return builder.finish(s);
}

}  // namespace ebb::inline topology
