#include "routing/graph/up_down_hops.hpp"

#include <fmt/core.h>

#include <algorithm>

#include "base/ensure.hpp"
#include "network/distance.hpp"
#include "routing/graph/up_down.hpp"

namespace ebb::inline routing {
namespace {

constexpr double most_steps = 1 << 28;

using Distance = std::vector<std::uint16_t>;  ///< hops to one destination: [switch * phases + phase]

/// The spanning tree: for each switch the link to its parent, which is the nearest to the root of those above
/// it.
std::vector<const UpDown::Link*> links_to_parents(const UpDown& graph) {
  std::vector<const UpDown::Link*> parent(graph.switches());
  std::vector<int> level(graph.switches(), -1);
  std::vector<SwitchId> reached{graph.root};
  level[graph.root] = 0;
  for (std::size_t next = 0; next < reached.size(); ++next)
    for (std::uint32_t l = graph.first[reached[next]]; l < graph.first[reached[next] + 1]; ++l)
      if (const SwitchId to = graph.links[l].to; level[to] < 0)
        level[to] = level[reached[next]] + 1, reached.push_back(to);
  for (SwitchId s = 0; s < graph.switches(); ++s)
    for (std::uint32_t l = graph.first[s]; l < graph.first[s + 1]; ++l) {
      const UpDown::Link& link = graph.links[l];
      if (link.up && (!parent[s] || level[link.to] < level[parent[s]->to])) parent[s] = &link;
    }
  return parent;
}

/// Returns for each switch whether it is the destination or above it in the tree.
std::vector<bool> line_above(const std::vector<const UpDown::Link*>& parent, SwitchId to) {
  std::vector<bool> above(parent.size());
  for (SwitchId s = to;; s = parent[s]->to) {
    above[s] = true;
    if (!parent[s]) return above;
  }
}

/// Breadth-first, backwards from the destination. A packet that came down has phase 1.
Distance measure(const UpDown& graph, SwitchId to, const std::vector<bool>& above) {
  Distance distance(std::size_t{graph.switches()} * UpDownHops::phases, unreached);
  std::vector<std::uint32_t> reached;
  const auto reach = [&](std::uint32_t state, int hops) {
    if (distance[state] != unreached) return;
    distance[state] = static_cast<std::uint16_t>(hops);
    reached.push_back(state);
  };
  reach(to * 2, 0), reach(to * 2 + 1, 0);
  for (std::size_t next = 0; next < reached.size(); ++next) {
    const std::uint32_t here = reached[next] / 2, phase = reached[next] % 2;
    for (std::uint32_t l = graph.first[here]; l < graph.first[here + 1]; ++l) {
      const UpDown::Link& link = graph.links[l];  // seen from here; the packet travels in the other direction
      if (link.up == (phase == 0) || (link.up && !above[here])) continue;
      reach(link.to * 2, distance[reached[next]] + 1);
      if (link.up) reach(link.to * 2 + 1, distance[reached[next]] + 1);
    }
  }
  return distance;
}

}  // namespace

Problems UpDownHops::check(const Network& network) {
  const double steps = 2.0 * network.switches() * network.switch_ports();
  if (steps > most_steps)
    return {{"name",
             fmt::format("needs tables of {:.1f} million entries for {} switches; at most {:.0f} are taken",
                         steps / 1e6, network.switches(), most_steps / 1e6),
             "use the topology's own routing (`ebb routing list`), or \"alternate_paths\""}};
  if (!is_connected(network))
    return {{"name", "cannot reach every switch: the network is not connected",
             "join its parts by a cable, or leave out all but one"}};
  return {};
}

void UpDownHops::mark_tree(const Network& network, const UpDown& graph) {
  first_port_.assign(network.first_port.begin(), network.first_port.end());
  tree_.assign(network.switch_ports(), false);
  const auto parent = links_to_parents(graph);
  for (SwitchId s = 0; s < network.switches(); ++s) {
    if (!parent[s]) continue;
    const PortId port = network.first_port[s] + parent[s]->port;
    tree_[port] = tree_[network.peer[port]] = true;
  }
}

/// Breadth-first from every switch, over ports of the tree.
void UpDownHops::measure_tree(const Network& network) {
  next_.resize(network.switch_ports());
  for (PortId port = 0; port < network.switch_ports(); ++port) {
    const PortId peer = network.peer[port];
    next_[port] = network.is_host_port(peer) ? network.owner[port] : network.owner[peer];
  }
  hops_.assign(switches_ * switches_, 0);
  for (SwitchId from = 0; from < switches_; ++from) {
    std::vector<bool> seen(switches_);
    std::vector<SwitchId> reached{from};
    seen[from] = true;
    for (std::size_t i = 0; i < reached.size(); ++i)
      for (PortId port = first_port_[reached[i]]; port < first_port_[reached[i] + 1]; ++port)
        if (const SwitchId to = next_[port]; tree_[port] && !seen[to]) {
          seen[to] = true, reached.push_back(to);
          hops_[from * switches_ + to] = static_cast<std::uint16_t>(tree_hops(from, reached[i]) + 1);
        }
  }
}

void UpDownHops::fill(const Network& network) {
  *this = {};
  const UpDown graph(network);
  switches_ = network.switches();
  mark_tree(network, graph);
  measure_tree(network);
  const auto parent = links_to_parents(graph);
  std::vector<Distance> distance(switches_);
  std::vector<std::vector<bool>> above(switches_);
  for (const SwitchId to : switches_with_hosts(network))
    above[to] = line_above(parent, to), distance[to] = measure(graph, to, above[to]);
  for (SwitchId here = 0; here < switches_; ++here)
    for (SwitchId to = 0; to < switches_; ++to)
      for (std::uint8_t phase = 0; phase < phases; ++phase) {
        first_.push_back(static_cast<std::uint32_t>(steps_.size()));
        if (here == to || distance[to].empty()) continue;
        const auto begin = static_cast<std::ptrdiff_t>(steps_.size());
        for (std::uint32_t l = graph.first[here]; l < graph.first[here + 1]; ++l) {
          const UpDown::Link& link = graph.links[l];
          const std::uint8_t after = link.up ? 0 : 1;
          const std::uint16_t left = distance[to][link.to * 2 + after];
          if (after >= phase && left != unreached && (link.up || above[to][link.to]))
            steps_.push_back({link.port, static_cast<std::uint16_t>(left + 1), after});
        }
        std::stable_sort(steps_.begin() + begin, steps_.end(),
                         [](const Step& a, const Step& b) { return a.hops < b.hops; });
      }
  first_.push_back(static_cast<std::uint32_t>(steps_.size()));
}

}  // namespace ebb::inline routing
