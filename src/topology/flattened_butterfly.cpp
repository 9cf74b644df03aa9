#include "topology/flattened_butterfly.hpp"

#include <fmt/core.h>

#include <algorithm>

#include "network/builder.hpp"
#include "topology/cuts.hpp"

namespace ebb::inline topology {

std::vector<std::int64_t> FlattenedButterfly::dimension_sizes() const {
  if (!sizes.empty()) return sizes;
  return std::vector<std::int64_t>(static_cast<std::size_t>(n - 1), k);
}

std::int64_t FlattenedButterfly::ports_per_switch() const {
  std::int64_t ports = c;
  const auto extents = dimension_sizes();
  for (std::size_t d = 0; d < extents.size(); ++d) ports += (extents[d] - 1) * links(d);
  return ports;
}

Problems FlattenedButterfly::check() const {
  Problems problems;
  require_at_least(problems, "c", c, 1, "every switch of this topology has hosts");
  if (sizes.empty()) {
    require_at_least(problems, "k", k, 2, "for a single switch, use the topology \"star\"");
    require_at_least(problems, "n", n, 2, "a k-ary 2-flat is one fully connected dimension");
    if (n > 31)
      problems.push_back(
          {"n", fmt::format("is {}, but at most 31 is possible", n), "k^(n-1) switches are built"});
  }
  for (std::int64_t size : sizes)
    require_at_least(problems, "sizes", size, 2, "leave out a dimension of size 1");
  for (std::int64_t links : parallel) require_at_least(problems, "parallel", links, 1);
  const std::size_t dimensions =
      sizes.empty() ? static_cast<std::size_t>(std::max<std::int64_t>(n, 1) - 1) : sizes.size();
  if (!parallel.empty() && parallel.size() != dimensions)
    problems.push_back({"parallel",
                        fmt::format("has {} entries for {} dimensions", parallel.size(), dimensions),
                        "give one number per dimension, or leave it out"});
  if (!problems.empty()) return problems;
  std::int64_t switches = 1, ports = std::min(most_ports, c);
  const auto extents = dimension_sizes();
  for (std::size_t d = 0; d < extents.size(); ++d) {
    switches = saturating_product(switches, extents[d]);
    ports = std::min(most_ports, ports + saturating_product(extents[d] - 1, links(d)));
  }
  require_buildable(problems, sizes.empty() ? "k" : "sizes", saturating_product(switches, ports));
  return problems;
}

Facts FlattenedButterfly::facts() const {
  const auto extents = dimension_sizes();
  Facts f;
  f.switches = 1;
  for (std::int64_t size : extents) f.switches *= size;
  f.hosts = f.switches * c;
  f.access_switches = f.switches;
  f.ports_least = f.ports_most = ports_per_switch();
  f.ports_used = f.switches * f.ports_most;
  f.diameter = static_cast<std::int64_t>(extents.size());
  f.add_cables(Medium::copper, f.hosts);
  std::vector<CutDimension> dimensions;
  for (std::size_t d = 0; d < extents.size(); ++d) {
    const std::int64_t size = extents[d], lines = f.switches / size;
    f.add_cables(medium(d), lines * (size * (size - 1) / 2) * links(d));
    dimensions.push_back({size, links(d)});
  }
  f.bisection_cables = thinnest_halving_cut(
      dimensions, [](std::int64_t size, std::int64_t below) { return below * (size - below); });
  return f;
}

Shape FlattenedButterfly::network_shape() const {
  FlattenedButterflyShape shape{.concentration = u32(c), .sizes = {}, .parallel = {}};
  const auto extents = dimension_sizes();
  for (std::size_t d = 0; d < extents.size(); ++d) {
    shape.sizes.push_back(u32(extents[d]));
    shape.parallel.push_back(u32(links(d)));
  }
  return shape;
}

Network FlattenedButterfly::build(const Cables& cables) const {
  const auto extents = dimension_sizes();
  const Facts f = facts();
  NetworkBuilder builder;
  const std::uint8_t host_class = builder.add_class(cables.host_link());
  builder.add_switches(u32(f.switches), u32(f.ports_most));
  builder.set_hosts(u32(f.hosts));
  attach_hosts(builder, f.hosts, c, host_class);

  std::int64_t stride = 1, first = c;
  for (std::size_t d = 0; d < extents.size(); ++d) {
    const std::int64_t size = extents[d], width = links(d);
    const std::uint8_t link_class =
        builder.add_class(cables.link(fmt::format("dimension {}", d + 1), medium(d)));
    for (std::int64_t s = 0; s < f.switches; ++s) {
      const std::int64_t me = s / stride % size;
      for (std::int64_t to = me + 1; to < size; ++to)
        for (std::int64_t l = 0; l < width; ++l)
          builder.connect(u32(s), u32(first + (to - 1) * width + l), u32(s + (to - me) * stride),
                          u32(first + me * width + l), link_class);
    }
    stride *= size, first += (size - 1) * width;
  }
  return builder.finish(network_shape());
}

}  // namespace ebb::inline topology
