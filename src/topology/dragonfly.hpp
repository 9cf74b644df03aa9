// Dragonfly (Kim and Dally): groups of fully connected switches, every pair of groups joined by global
// cables.
#pragma once

#include "base/medium.hpp"
#include "base/problem.hpp"
#include "network/dragonfly_shape.hpp"
#include "network/network.hpp"
#include "network/shape.hpp"
#include "topology/counts.hpp"
#include "topology/topology.hpp"

namespace ebb::inline topology {

struct Dragonfly final : Topology {
  std::int64_t a = 4, p = 2, h = 2, g = 0;
  GlobalWiring wiring = GlobalWiring::palm_tree;
  Medium local_medium = Medium::copper;

  static constexpr auto fields() {
    return std::tuple{field("a", &Dragonfly::a, "switches in each group", one_or_more),
                      field("p", &Dragonfly::p, "hosts on each switch", one_or_more),
                      field("h", &Dragonfly::h, "global ports of each switch", one_or_more),
                      field("g", &Dragonfly::g,
                            "groups (0: as many as possible, a*h + 1); with fewer, the global ports "
                            "left over become extra cables"),
                      field("wiring", &Dragonfly::wiring, "which group each global port leads to"),
                      field("local_medium", &Dragonfly::local_medium, "cables inside a group")};
  }
  Problems check() const override;
  Facts facts() const override;
  /// The facts without bisection and diameter, which take a while.
  Facts parts() const;
  Shape network_shape() const override { return shape(); }
  Network build(const Cables& cables) const override;

  std::int64_t groups() const { return g ? g : a * h + 1; }
  DragonflyShape shape() const;

 private:
  std::int64_t cables_between_halves() const;
  std::int64_t cables_of_middle_group() const;
  std::int64_t bisection() const;
  std::int64_t diameter() const;
};

}  // namespace ebb::inline topology
