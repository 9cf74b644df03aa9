// Complete graph: every switch joined to every other by one or more parallel links (Koibuchi). It is the
// flattened butterfly of one dimension, and is built as one.
#pragma once

#include "base/medium.hpp"
#include "base/problem.hpp"
#include "network/network.hpp"
#include "network/shape.hpp"
#include "topology/counts.hpp"
#include "topology/flattened_butterfly.hpp"

namespace ebb::inline topology {

struct Complete final : Topology {
  std::int64_t switches = 6, hosts_per_switch = 11, links = 1;
  Medium local_medium = Medium::copper;

  static constexpr auto fields() {
    return std::tuple{
        field("switches", &Complete::switches, "switches, each joined to all others", two_or_more),
        field("hosts_per_switch", &Complete::hosts_per_switch, "hosts on each switch", one_or_more),
        field("links", &Complete::links, "parallel links between two switches (link aggregation)",
              one_or_more),
        field("local_medium", &Complete::local_medium, "cables between switches")};
  }
  Problems check() const override;
  Facts facts() const override { return as_butterfly().facts(); }
  Shape network_shape() const override { return as_butterfly().network_shape(); }
  Network build(const Cables& cables) const override { return as_butterfly().build(cables); }

 private:
  FlattenedButterfly as_butterfly() const;
};

}  // namespace ebb::inline topology
