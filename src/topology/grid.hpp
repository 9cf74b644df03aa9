// Mesh and torus: switches on a grid, each joined to its neighbours; in a torus also across the edges.
#pragma once

#include <tuple>
#include <vector>

#include "base/medium.hpp"
#include "base/problem.hpp"
#include "network/grid_shape.hpp"
#include "network/network.hpp"
#include "network/shape.hpp"
#include "topology/counts.hpp"
#include "topology/topology.hpp"

namespace ebb::inline topology {

struct Grid : Topology {
  std::vector<std::int64_t> sizes{8, 8};
  std::int64_t c = 1;
  Medium local_medium = Medium::copper;

  static constexpr auto fields() {
    return std::tuple{field("sizes", &Grid::sizes, "switches along each dimension", two_or_more),
                      field("c", &Grid::c, "concentration: hosts on each switch", one_or_more),
                      field("local_medium", &Grid::local_medium, "cables between neighbours")};
  }
  Problems check() const override;
  Facts facts() const override;
  Shape network_shape() const override { return shape(); }
  Network build(const Cables& cables) const override;
  GridShape shape() const;

 protected:
  virtual bool wraps() const = 0;
  /// The medium of the cables that join the edges: they span the machine.
  virtual Medium wrap_medium() const { return Medium::optical; }
};

struct Mesh final : Grid {
 private:
  bool wraps() const override { return false; }
};

struct Torus final : Grid {
  Medium around = Medium::optical;

  static constexpr auto fields() {
    return std::tuple_cat(
        Grid::fields(),
        std::tuple{field("wrap_medium", &Torus::around,
                         "cables round the edges (a folded torus has copper cables here too)")});
  }

 private:
  bool wraps() const override { return true; }
  Medium wrap_medium() const override { return around; }
};

}  // namespace ebb::inline topology
