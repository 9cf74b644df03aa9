// What routing and traffic need to know of a topology's structure, as plain numbers. A network carries the
// shape it was built from, so that nobody repeats its parameters.
#pragma once

#include <array>
#include <cstdint>
#include <string_view>
#include <variant>
#include <vector>

#include "network/dragonfly_shape.hpp"
#include "network/folded_clos_shape.hpp"
#include "network/grid_shape.hpp"
#include "network/tree_shape.hpp"

namespace ebb::inline network {

/// Switch s has the coordinates s % sizes[0], s / sizes[0] % sizes[1], …; its ports are the hosts, then for
/// each dimension the other coordinates in ascending order, each with its parallel links side by side.
struct FlattenedButterflyShape {
  std::uint32_t concentration = 0;
  std::vector<std::uint32_t> sizes;     ///< switches along each dimension
  std::vector<std::uint32_t> parallel;  ///< links between two neighbours, per dimension
};

/// Anything of which no more is known than its graph.
struct GraphShape {};

using Shape =
    std::variant<GraphShape, FlattenedButterflyShape, FoldedClosShape, DragonflyShape, GridShape, TreeShape>;

}  // namespace ebb::inline network
