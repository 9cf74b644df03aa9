// Rail-optimised folded Clos of servers with several GPUs: in a pod as rail_only, one switch for each rail;
// above it spines, each joined to every rail's switch of every pod. Nothing is oversubscribed above servers.
#pragma once

#include "base/medium.hpp"
#include "base/problem.hpp"
#include "network/folded_clos_shape.hpp"
#include "network/network.hpp"
#include "network/shape.hpp"
#include "topology/counts.hpp"
#include "topology/topology.hpp"

namespace ebb::inline topology {

struct RailClos final : Topology {
  std::int64_t gpus = 8, servers = 8, pods = 2, spines = 8;
  Medium local_medium = Medium::copper;

  static constexpr auto fields() {
    return std::tuple{
        field("gpus", &RailClos::gpus, "of each server, and rails", one_or_more),
        field("servers", &RailClos::servers, "in a pod: down ports, and up ports, of each rail's switch",
              two_or_more),
        field("pods", &RailClos::pods, "in the network", two_or_more),
        field("spines", &RailClos::spines, "that join the pods; a divisor of `servers`", one_or_more),
        field("local_medium", &RailClos::local_medium,
              "cables between servers and their rails' switches; those above are optical")};
  }
  Problems check() const override;
  Facts facts() const override;
  Shape network_shape() const override { return shape(); }
  Network build(const Cables& cables) const override;
  FoldedClosShape shape() const;

 private:
  std::int64_t all_servers() const { return servers * pods; }
};

}  // namespace ebb::inline topology
