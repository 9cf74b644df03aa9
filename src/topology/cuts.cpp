#include "topology/cuts.hpp"

#include <algorithm>
#include <limits>

namespace ebb::inline topology {
namespace {

/// Returns the cables that leave the first `below` switches of a grid whose dimensions are given slowest
/// first.
std::int64_t prefix_cut(const std::vector<CutDimension>& slowest_first, std::int64_t below,
                        LineCut line_cut) {
  std::int64_t switches = 1, cables = 0;
  for (const CutDimension& d : slowest_first) switches *= d.size;
  for (const CutDimension& d : slowest_first) {
    const std::int64_t lines = switches / d.size;  // along d, in the remainder: one layer of those before
    const std::int64_t layers = below / lines, rest = below % lines;
    cables += d.links * (rest * line_cut(d.size, layers + 1) + (lines - rest) * line_cut(d.size, layers));
    switches = lines, below = rest;
  }
  return cables;
}

}  // namespace

std::int64_t thinnest_halving_cut(const std::vector<CutDimension>& dimensions, LineCut line_cut) {
  std::int64_t switches = 1, least = std::numeric_limits<std::int64_t>::max();
  for (const CutDimension& d : dimensions) switches *= d.size;
  for (std::size_t slowest = 0; slowest < dimensions.size(); ++slowest) {
    std::vector<CutDimension> order = dimensions;
    std::rotate(order.begin(), order.begin() + static_cast<std::ptrdiff_t>(slowest),
                order.begin() + static_cast<std::ptrdiff_t>(slowest) + 1);
    const auto by_size = [](const CutDimension& a, const CutDimension& b) { return a.size < b.size; };
    std::stable_sort(order.begin() + 1, order.end(), by_size);
    least = std::min(least, prefix_cut(order, switches / 2, line_cut));
    std::reverse(order.begin() + 1, order.end());
    least = std::min(least, prefix_cut(order, switches / 2, line_cut));
  }
  return least;
}

}  // namespace ebb::inline topology
