// Star: one switch with all the hosts. The smallest network, and the ideal reference of others.
#pragma once

#include "base/problem.hpp"
#include "network/network.hpp"
#include "topology/counts.hpp"
#include "topology/topology.hpp"

namespace ebb::inline topology {

struct Star final : Topology {
  std::int64_t hosts = 16;

  static constexpr auto fields() {
    return std::tuple{field("hosts", &Star::hosts, "hosts on the switch", one_or_more)};
  }
  Problems check() const override;
  Facts facts() const override;
  Network build(const Cables& cables) const override;
};

}  // namespace ebb::inline topology
