#include "engine/exchange/partitioning.hpp"

#include <algorithm>
#include <cmath>

#include "network/dragonfly_shape.hpp"
#include "network/folded_clos_shape.hpp"
#include "network/grid_shape.hpp"
#include "network/shape.hpp"
#include "network/tree_shape.hpp"

namespace ebb::inline engine {
namespace {

Level whole(const Network& net, const std::vector<std::uint32_t>& sizes) {
  Level level{{0, net.switches()}, {1}};
  for (const std::uint32_t size : sizes) level.units.push_back(level.units.back() * size);
  return level;
}

/// The units of a level are its switches below one block of each level above it.
std::vector<Level> clos_levels(const FoldedClosShape& clos) {
  std::vector<Level> levels;
  for (std::size_t i = 0; i < clos.levels.size(); ++i) {
    const FoldedClosShape::Level& at = clos.levels[i];
    Level level{{at.first, at.first + at.switches}, {1}};
    for (std::size_t above = i; above < clos.levels.size(); ++above) {
      const std::uint64_t unit =
          std::uint64_t{clos.levels[above].access} * at.per_block / std::max(1u, at.access);
      if (unit > level.units.back() && unit <= at.switches)
        level.units.push_back(static_cast<SwitchId>(unit));
    }
    levels.push_back(std::move(level));
  }
  return levels;
}

std::vector<Level> tree_levels(const Network& net, const TreeShape& tree) {
  std::vector<Level> levels;
  SwitchId first = 0;
  for (std::uint64_t count = 1; first < net.switches(); count *= tree.arity) {
    const auto end = static_cast<SwitchId>(std::min<std::uint64_t>(first + count, net.switches()));
    Level level{{first, end}, {1}};
    for (std::uint64_t unit = tree.arity; unit > 1 && unit < count; unit *= tree.arity)
      level.units.push_back(static_cast<SwitchId>(unit));
    levels.push_back(std::move(level));
    first = end;
  }
  return levels;
}

/// Returns the switch before which about `share` of the level's ports lie.
SwitchId switch_at(const Network& net, const SwitchRange& range, double share) {
  const PortId begin = net.first_port[range.first], end = net.first_port[range.end];
  const auto port = begin + static_cast<PortId>(std::llround(share * (end - begin)));
  const auto at = std::lower_bound(net.first_port.begin() + range.first, net.first_port.end(), port);
  const auto next = static_cast<SwitchId>(at - net.first_port.begin());
  return next > range.first && port - net.first_port[next - 1] < *at - port ? next - 1 : next;
}

std::vector<SwitchId> ends_at_multiples(const Network& net, const SwitchRange& range, std::size_t pieces,
                                        SwitchId unit) {
  std::vector<SwitchId> ends;
  for (std::size_t i = 1; i < pieces; ++i) {
    const SwitchId ideal =
        switch_at(net, range, static_cast<double>(i) / static_cast<double>(pieces)) - range.first;
    const SwitchId rounded = range.first + (ideal + unit / 2) / unit * unit;
    ends.push_back(std::clamp(rounded, ends.empty() ? range.first : ends.back(), range.end));
  }
  ends.push_back(range.end);
  return ends;
}

double largest_share(const Network& net, const SwitchRange& range, const std::vector<SwitchId>& ends) {
  PortId most = 0, begin = net.first_port[range.first];
  const PortId all = net.first_port[range.end] - begin;
  for (const SwitchId end : ends) {
    most = std::max(most, net.first_port[end] - begin);
    begin = net.first_port[end];
  }
  return static_cast<double>(most) / std::max<double>(1, all);
}

}  // namespace

std::vector<Level> structure_of(const Network& net) {
  if (const auto* butterfly = std::get_if<FlattenedButterflyShape>(&net.shape))
    return {whole(net, butterfly->sizes)};
  if (const auto* grid = std::get_if<GridShape>(&net.shape)) return {whole(net, grid->sizes)};
  if (const auto* dragonfly = std::get_if<DragonflyShape>(&net.shape))
    return {whole(net, {dragonfly->group_size})};
  if (const auto* clos = std::get_if<FoldedClosShape>(&net.shape)) return clos_levels(*clos);
  if (const auto* tree = std::get_if<TreeShape>(&net.shape)) return tree_levels(net, *tree);
  return {whole(net, {})};
}

std::vector<SwitchId> cut_into_ranges(const Network& net, const Level& level, std::size_t pieces,
                                      double unevenness) {
  std::vector<SwitchId> ends = ends_at_multiples(net, level.range, pieces, 1);
  const double allowed = largest_share(net, level.range, ends) + unevenness / static_cast<double>(pieces);
  for (auto unit = level.units.rbegin(); unit != level.units.rend(); ++unit) {
    ends = ends_at_multiples(net, level.range, pieces, *unit);
    if (largest_share(net, level.range, ends) <= allowed) break;
  }
  return ends;
}

std::vector<std::uint16_t> partition_among_ranks(const Network& net, std::size_t ranks) {
  constexpr double unevenness = 0.05;  // all ranks wait for the one with the most work
  std::vector<std::uint16_t> rank_of(net.switches());
  for (const Level& level : structure_of(net)) {
    SwitchId first = level.range.first;
    std::uint16_t rank = 0;
    for (const SwitchId end : cut_into_ranges(net, level, ranks, unevenness)) {
      std::fill(rank_of.begin() + first, rank_of.begin() + end, rank++);
      first = end;
    }
  }
  return rank_of;
}

std::uint64_t cables_between(const Network& net, const std::vector<std::uint16_t>& rank_of) {
  std::uint64_t cables = 0;
  for (PortId p = 0; p < net.switch_ports(); ++p)
    if (const PortId peer = net.peer[p]; !net.is_host_port(peer) && p < peer)
      cables += rank_of[net.owner[p]] != rank_of[net.owner[peer]];
  return cables;
}

}  // namespace ebb::inline engine
