#include "engine/cut.hpp"

#include <algorithm>
#include <cmath>

namespace ebb {
namespace {

void add_dimensions(const std::vector<std::uint32_t>& sizes, std::vector<SwitchId>& units) {
  for (const std::uint32_t size : sizes) units.push_back(units.back() * size);
}

/// The switch before which about `share` of the ports are.
SwitchId switch_at(const Network& net, double share) {
  const auto port = static_cast<PortId>(std::llround(share * net.switch_ports()));
  const auto at = std::lower_bound(net.first_port.begin(), net.first_port.end(), port);
  const auto next = static_cast<SwitchId>(at - net.first_port.begin());
  return next > 0 && port - net.first_port[next - 1] < *at - port ? next - 1 : next;
}

std::vector<SwitchId> ends_at_multiples(const Network& net, std::size_t pieces, SwitchId unit) {
  std::vector<SwitchId> ends;
  for (std::size_t i = 1; i < pieces; ++i) {
    const SwitchId ideal = switch_at(net, static_cast<double>(i) / static_cast<double>(pieces));
    const SwitchId rounded = (ideal + unit / 2) / unit * unit;
    ends.push_back(std::clamp(rounded, ends.empty() ? 0 : ends.back(), net.switches()));
  }
  ends.push_back(net.switches());
  return ends;
}

double largest_share(const Network& net, const std::vector<SwitchId>& ends) {
  PortId most = 0, begin = 0;
  for (const SwitchId end : ends) {
    most = std::max(most, net.first_port[end] - begin);
    begin = net.first_port[end];
  }
  return static_cast<double>(most) / std::max<double>(1, net.switch_ports());
}

}  // namespace

std::vector<SwitchId> structure_of(const Network& net) {
  std::vector<SwitchId> units{1};
  if (const auto* butterfly = std::get_if<FlattenedButterflyShape>(&net.shape))
    add_dimensions(butterfly->sizes, units);
  else if (const auto* grid = std::get_if<GridShape>(&net.shape))
    add_dimensions(grid->sizes, units);
  else if (const auto* dragonfly = std::get_if<DragonflyShape>(&net.shape))
    units.push_back(dragonfly->group_size);
  else if (const auto* clos = std::get_if<FoldedClosShape>(&net.shape))
    for (const FoldedClosShape::Level& level : clos->levels)
      if (level.access > units.back()) units.push_back(level.access);
  return units;
}

std::vector<SwitchId> cut_into_ranges(const Network& net, std::size_t pieces, double unevenness) {
  const std::vector<SwitchId> units = structure_of(net);
  std::vector<SwitchId> ends = ends_at_multiples(net, pieces, 1);
  const double allowed = largest_share(net, ends) + unevenness / static_cast<double>(pieces);
  for (auto unit = units.rbegin(); unit != units.rend(); ++unit) {
    ends = ends_at_multiples(net, pieces, *unit);
    if (largest_share(net, ends) <= allowed) break;
  }
  return ends;
}

}  // namespace ebb
