#include "topology/grid.hpp"

#include <fmt/core.h>

#include <algorithm>

#include "network/builder.hpp"
#include "topology/cuts.hpp"

namespace ebb::inline topology {

Problems Grid::check() const {
  Problems problems;
  require_at_least(problems, "c", c, 1, "every switch of this topology has hosts");
  if (sizes.empty())
    problems.push_back({"sizes", "is empty", "give the switches along each dimension: [8, 8]"});
  for (std::int64_t size : sizes)
    require_at_least(problems, "sizes", size, 2, "leave out a dimension of size 1");
  if (!problems.empty()) return problems;
  std::int64_t switches = 1;
  for (std::int64_t size : sizes) switches = saturating_product(switches, size);
  const std::int64_t cable_ports = 2 * static_cast<std::int64_t>(sizes.size());
  const std::int64_t host_ports = saturating_product(2, c);
  require_buildable(problems, "sizes", saturating_product(switches, host_ports + cable_ports));
  return problems;
}

GridShape Grid::shape() const {
  GridShape s{.concentration = u32(c), .sizes = {}, .wraps = wraps()};
  for (std::int64_t size : sizes) s.sizes.push_back(u32(size));
  return s;
}

Facts Grid::facts() const {
  Facts f;
  f.switches = 1;
  for (std::int64_t size : sizes) f.switches *= size;
  f.access_switches = f.switches;
  f.hosts = f.switches * c;
  f.add_cables(Medium::copper, f.hosts);
  f.ports_used = f.hosts;
  f.ports_least = f.ports_most = c;
  std::vector<CutDimension> dimensions;
  for (std::int64_t size : sizes) {
    const std::int64_t lines = f.switches / size, around = wraps() ? lines : 0;
    f.add_cables(local_medium, lines * (size - 1));
    f.add_cables(wrap_medium(), around);
    f.ports_used += 2 * (lines * (size - 1) + around);
    f.ports_least += wraps() ? 2 : 1;
    f.ports_most += wraps() ? 2 : std::min<std::int64_t>(2, size - 1);
    f.diameter += wraps() ? size / 2 : size - 1;
    dimensions.push_back({size, wraps() ? 2 : 1});  // a ring is cut twice
  }
  f.bisection_cables = thinnest_halving_cut(dimensions, [](std::int64_t size, std::int64_t below) {
    return std::int64_t{below > 0 && below < size};
  });
  return f;
}

Network Grid::build(const Cables& cables) const {
  const GridShape s = shape();
  const std::int64_t hosts = facts().hosts;
  const std::uint32_t switches = u32(hosts / c);
  NetworkBuilder builder;
  const std::uint8_t host_class = builder.add_class(cables.host_link());
  const std::uint8_t around_class =
      wraps() ? builder.add_class(cables.link("around", wrap_medium())) : host_class;
  for (SwitchId i = 0; i < switches; ++i) builder.add_switches(1, grid_ports(s, i));
  builder.set_hosts(u32(hosts));
  attach_hosts(builder, hosts, c, host_class);
  for (std::size_t d = 0; d < sizes.size(); ++d) {
    const std::uint8_t link_class =
        builder.add_class(cables.link(fmt::format("dimension {}", d + 1), local_medium));
    for (SwitchId from = 0; from < switches; ++from) {
      if (!grid_has_port(s, from, d, Direction::up)) continue;
      const SwitchId to = grid_neighbour(s, from, d, Direction::up);
      builder.connect(from, grid_port(s, from, d, Direction::up), to, grid_port(s, to, d, Direction::down),
                      to > from ? link_class : around_class);
    }
  }
  return builder.finish(s);
}

}  // namespace ebb::inline topology
