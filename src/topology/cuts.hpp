// The thinnest even cuts of networks that are products of lines. A cut is even when its halves differ by at
// most one switch.
#pragma once

#include <cstdint>
#include <vector>

namespace ebb::inline topology {

struct CutDimension {
  std::int64_t size = 0;   ///< switches along a line
  std::int64_t links = 1;  ///< parallel, between neighbours
};

/// How many pairs of neighbours a line of `size` switches loses when its first `below` are cut off.
using LineCut = std::int64_t (*)(std::int64_t size, std::int64_t below);

/// Cables crossed when the switches are put in order, one dimension after the other the slowest, and the
/// first half of them is cut off; the least of these cuts. With an even size in the slowest dimension this
/// is a straight cut through it, otherwise one with steps.
std::int64_t thinnest_halving_cut(const std::vector<CutDimension>& dimensions, LineCut line_cut);

}  // namespace ebb::inline topology
