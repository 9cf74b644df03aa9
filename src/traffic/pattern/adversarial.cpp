#include "traffic/pattern/adversarial.hpp"

#include "network/dragonfly_shape.hpp"

namespace ebb::inline traffic {

Problems Adversarial::check() const {
  Problems problems;
  if (dimension < 1)
    problems.push_back(
        {"dimension", fmt::format("is {}, but dimensions are counted from 1", dimension), "for example: 1"});
  if (offset < 1)
    problems.push_back({"offset", fmt::format("is {}, but must be at least 1", offset),
                        "1 sends to the next switch or group"});
  return problems;
}

Problems Adversarial::bind(const Network& network, std::uint64_t /*seed*/) {
  if (const auto grid = switch_grid(network)) {
    hosts_ = group_by_switch(network);
    return aim_along(*grid);
  }
  if (dimension != 1)
    return {
        {"dimension", fmt::format("is {}, but this topology has no dimensions", dimension), "leave it out"}};
  if (const auto* shape = std::get_if<DragonflyShape>(&network.shape)) {
    hosts_ = group_by_dragonfly_group(network, *shape);
    return aim_at_next("groups");
  }
  hosts_ = group_by_access_switch(network);
  return aim_at_next("access switches");
}

Problems Adversarial::aim_along(const SwitchGrid& grid) {
  if (static_cast<std::size_t>(dimension) > grid.sizes.size())
    return {{"dimension",
             fmt::format("is {}, but the topology has {} dimensions", dimension, grid.sizes.size()),
             "dimensions are counted from 1"}};
  const auto d = static_cast<std::size_t>(dimension - 1);
  if (offset >= grid.sizes[d])
    return {{"offset",
             fmt::format("is {}, but dimension {} has only {} switches", offset, dimension, grid.sizes[d]),
             "choose a smaller offset"}};
  target_.resize(hosts_.groups());
  for (SwitchId s = 0; s < target_.size(); ++s)
    target_[s] = grid.moved(s, d, static_cast<std::uint32_t>(offset));
  return {};
}

Problems Adversarial::aim_at_next(std::string_view places) {
  const std::uint32_t groups = hosts_.groups();
  if (groups < 2)
    return {{"name", fmt::format("is adversarial, which needs two {}, but there is one", places),
             "choose a larger topology or another pattern"}};
  if (offset >= groups)
    return {{"offset", fmt::format("is {}, but there are only {} {}", offset, groups, places),
             "choose a smaller offset"}};
  target_.resize(groups);
  for (std::uint32_t g = 0; g < groups; ++g) target_[g] = (g + static_cast<std::uint32_t>(offset)) % groups;
  return {};
}

}  // namespace ebb::inline traffic
