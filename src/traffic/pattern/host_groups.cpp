#include "traffic/pattern/host_groups.hpp"

#include <variant>

#include "network/grid_shape.hpp"
#include "network/shape.hpp"

namespace ebb::inline traffic {

HostGroups collect_hosts(std::vector<std::uint32_t> group_of, std::uint32_t groups) {
  HostGroups all{std::move(group_of), std::vector<std::uint32_t>(groups + 1, 0), {}};
  for (std::uint32_t g : all.group_of) ++all.first[g + 1];
  for (std::uint32_t g = 0; g < groups; ++g) all.first[g + 1] += all.first[g];
  all.members.resize(all.group_of.size());
  std::vector<std::uint32_t> next(all.first.begin(), all.first.end() - 1);
  for (HostId h = 0; h < all.group_of.size(); ++h) all.members[next[all.group_of[h]]++] = h;
  return all;
}

HostGroups group_by_switch(const Network& network) {
  std::vector<std::uint32_t> group_of(network.hosts);
  for (HostId h = 0; h < network.hosts; ++h) group_of[h] = network.switch_of_host(h);
  return collect_hosts(std::move(group_of), network.switches());
}

HostGroups group_by_access_switch(const Network& network) {
  HostGroups all = group_by_switch(network);
  std::vector<std::uint32_t> rank(all.groups(), 0);
  std::uint32_t used = 0;
  for (std::uint32_t s = 0; s < all.groups(); ++s)
    if (all.size(s) > 0) rank[s] = used++;
  for (std::uint32_t& group : all.group_of) group = rank[group];
  return collect_hosts(std::move(all.group_of), used);
}

HostGroups group_by_dragonfly_group(const Network& network, const DragonflyShape& shape) {
  std::vector<std::uint32_t> group_of(network.hosts);
  for (HostId h = 0; h < network.hosts; ++h) group_of[h] = shape.group_of(network.switch_of_host(h));
  return collect_hosts(std::move(group_of), shape.groups);
}

SwitchId SwitchGrid::moved(SwitchId s, std::size_t dimension, std::uint32_t by) const {
  std::uint32_t stride = 1;
  for (std::size_t d = 0; d < dimension; ++d) stride *= sizes[d];
  const std::uint32_t size = sizes[dimension], from = s / stride % size;
  const std::uint32_t to = (from + by % size) % size;
  return s - from * stride + to * stride;
}

std::optional<SwitchGrid> switch_grid(const Network& network) {
  if (const auto* shape = std::get_if<FlattenedButterflyShape>(&network.shape))
    return SwitchGrid{shape->sizes};
  if (const auto* shape = std::get_if<GridShape>(&network.shape)) return SwitchGrid{shape->sizes};
  return std::nullopt;
}

}  // namespace ebb::inline traffic
