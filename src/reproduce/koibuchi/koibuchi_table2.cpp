// Koibuchi, Table 2: six switches with 11 hosts each, as a tree and fully connected.
#include "base/problem.hpp"
#include "network/distance.hpp"
#include "network/network.hpp"
#include "reproduce/reproduce.hpp"
#include "topology/complete.hpp"
#include "topology/topology.hpp"
#include "topology/tree.hpp"

namespace ebb::inline reproduce {
namespace {

constexpr std::int64_t switches = 6, hosts_per_switch = 11;

void add_topology(Rows& rows, const std::string& name, const Topology& topology) {
  const Network network = topology.build(Cables{});
  rows.add(name + ".distance", host_distances(network).average_switches);
  std::int64_t cables = 0;
  for (const std::int64_t of_a_medium : topology.facts().cables) cables += of_a_medium;
  rows.add(name + ".links", static_cast<double>(cables - network.hosts));
}

}  // namespace

Problems reproduce_koibuchi_table2(Rows& rows, const Effort&) {
  Tree tree;  // a root with five leaves, hosts on all six
  tree.depth = 1, tree.arity = switches - 1, tree.hosts_per_switch = hosts_per_switch;
  tree.hosts_on = TreeHosts::everywhere;
  Complete complete;
  complete.switches = switches, complete.hosts_per_switch = hosts_per_switch;
  rows.add("hosts", static_cast<double>(complete.facts().hosts));
  for (const std::int64_t links : {1, 5}) {
    tree.links = links;
    add_topology(rows, fmt::format("tree{}", links), tree);
  }
  for (const std::int64_t links : {1, 5}) {
    complete.links = links;
    add_topology(rows, fmt::format("complete{}", links), complete);
  }
  return {};
}

}  // namespace ebb::inline reproduce
