// The structure of a topology that routing and traffic need, as plain numbers. A network carries the shape it
// was built from, so its parameters are not repeated elsewhere.
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

/// A topology of which only the graph is known.
struct GraphShape {};

using Shape =
    std::variant<GraphShape, FlattenedButterflyShape, FoldedClosShape, DragonflyShape, GridShape, TreeShape>;

}  // namespace ebb::inline network
