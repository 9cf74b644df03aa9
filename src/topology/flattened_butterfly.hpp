// Flattened butterfly (Abts, section 2): switches on a grid, all switches along a line fully connected.
// A k-ary n-flat has n-1 such dimensions.
#pragma once

#include <vector>

#include "base/medium.hpp"
#include "base/problem.hpp"
#include "network/network.hpp"
#include "network/shape.hpp"
#include "topology/counts.hpp"
#include "topology/topology.hpp"

namespace ebb::inline topology {

struct FlattenedButterfly final : Topology {
  std::int64_t c = 8, k = 8, n = 3;
  std::vector<std::int64_t> sizes, parallel;
  Medium local_medium = Medium::copper;

  static constexpr auto fields() {
    return std::tuple{
        field("c", &FlattenedButterfly::c, "concentration: hosts on each switch", one_or_more),
        field("k", &FlattenedButterfly::k, "switches along each dimension", two_or_more),
        field("n", &FlattenedButterfly::n, "k-ary n-flat: one more than the number of dimensions", {2, 31}),
        field("sizes", &FlattenedButterfly::sizes,
              "switches per dimension, instead of k and n: [15, 15, 15, 6]", two_or_more),
        field("parallel", &FlattenedButterfly::parallel,
              "parallel links between neighbours, per dimension (default 1)", one_or_more),
        field("local_medium", &FlattenedButterfly::local_medium,
              "cables along the first dimension (packaging locality)")};
  }
  Problems check() const override;
  Facts facts() const override;
  Shape network_shape() const override;
  Network build(const Cables& cables) const override;

  std::vector<std::int64_t> dimension_sizes() const;
  std::int64_t links(std::size_t dimension) const { return parallel.empty() ? 1 : parallel[dimension]; }
  Medium medium(std::size_t dimension) const { return dimension == 0 ? local_medium : Medium::optical; }
  std::int64_t ports_per_switch() const;
};

}  // namespace ebb::inline topology
