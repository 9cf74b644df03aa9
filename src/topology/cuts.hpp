// Minimum bisections of networks that are products of lines. A cut is even when its halves differ by at most
// one switch.
#pragma once

#include <cstdint>
#include <vector>

namespace ebb::inline topology {

struct CutDimension {
  std::int64_t size = 0;   ///< switches along a line
  std::int64_t links = 1;  ///< parallel, between neighbours
};

/// Returns how many pairs of neighbours of a line of `size` switches are separated when its first `below` are
/// cut off.
using LineCut = std::int64_t (*)(std::int64_t size, std::int64_t below);

/// Returns the smallest of these cuts: the switches are sorted with each dimension in turn the slowest, and
/// the first half of them is cut off. With an even size in the slowest dimension this is a straight cut
/// through it, otherwise one with steps.
std::int64_t thinnest_halving_cut(const std::vector<CutDimension>& dimensions, LineCut line_cut);

}  // namespace ebb::inline topology
