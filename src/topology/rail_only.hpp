// Rail-only network of servers with several GPUs (arXiv 2307.12169): GPUs are hosts at their server's
// internal switch, which has a port for each of them to the network. The GPUs of one place in all servers
// share a rail: one switch. Rails are joined inside servers only. With clos_ecmp (by destination) a packet
// takes the rail of the GPU that it is for.
#pragma once

#include "base/medium.hpp"
#include "base/problem.hpp"
#include "network/folded_clos_shape.hpp"
#include "network/network.hpp"
#include "network/shape.hpp"
#include "topology/counts.hpp"
#include "topology/topology.hpp"

namespace ebb::inline topology {

struct RailOnly final : Topology {
  std::int64_t gpus = 8, servers = 16;
  Medium local_medium = Medium::copper;

  static constexpr auto fields() {
    return std::tuple{
        field("gpus", &RailOnly::gpus, "of each server, and rails", one_or_more),
        field("servers", &RailOnly::servers, "ports of each rail's switch", two_or_more),
        field("local_medium", &RailOnly::local_medium, "cables between servers and their rails' switches")};
  }
  Problems check() const override;
  Facts facts() const override;
  Shape network_shape() const override { return shape(); }
  Network build(const Cables& cables) const override;
  FoldedClosShape shape() const;
};

}  // namespace ebb::inline topology
