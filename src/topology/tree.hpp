// Complete tree of switches, with link aggregation (Koibuchi): hosts on every switch or on the leaves only.
#pragma once

#include "base/medium.hpp"
#include "base/problem.hpp"
#include "network/network.hpp"
#include "network/shape.hpp"
#include "network/tree_shape.hpp"
#include "topology/counts.hpp"
#include "topology/topology.hpp"

namespace ebb::inline topology {

enum class TreeHosts : std::uint8_t { everywhere, leaves };
constexpr auto names_of(TreeHosts) { return std::array<std::string_view, 2>{"everywhere", "leaves"}; }

struct Tree final : Topology {
  std::int64_t depth = 1, arity = 5, hosts_per_switch = 11, links = 1;
  TreeHosts hosts_on = TreeHosts::everywhere;
  Medium local_medium = Medium::copper;

  static constexpr auto fields() {
    return std::tuple{
        field("depth", &Tree::depth, "levels of switches below the root", one_or_more),
        field("arity", &Tree::arity, "children of each switch above the leaves", two_or_more),
        field("hosts_per_switch", &Tree::hosts_per_switch, "hosts on each switch that has hosts",
              one_or_more),
        field("hosts_on", &Tree::hosts_on, "which switches have hosts"),
        field("links", &Tree::links, "parallel links between parent and child (link aggregation)",
              one_or_more),
        field("local_medium", &Tree::local_medium, "cables to the leaves; those above are optical")};
  }
  Problems check() const override;
  Facts facts() const override;
  Shape network_shape() const override { return shape(); }
  Network build(const Cables& cables) const override;
  TreeShape shape() const;

 private:
  /// Returns the switches in a subtree whose root is `height` levels above the leaves, and those of them with
  /// hosts.
  std::int64_t subtree_switches(std::int64_t height) const;
  std::int64_t subtree_access(std::int64_t height) const;
  std::int64_t fewest_branches(std::int64_t wanted, std::int64_t height) const;
};

}  // namespace ebb::inline topology
