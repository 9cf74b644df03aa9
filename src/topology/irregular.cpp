#include "topology/irregular.hpp"

#include <fmt/core.h>

#include <algorithm>

#include "network/builder.hpp"
#include "network/shape.hpp"

namespace ebb::inline topology {
namespace {

/// Limits of sampling a graph, and of the search for its diameter: seconds.
constexpr std::int64_t most_drawing_steps = 600'000'000;
constexpr std::int64_t most_search_steps = 30'000'000;

}  // namespace

Problems Irregular::check_random() const {
  Problems problems;
  require_at_least(problems, "switches", switches, 3, "for a single switch, use the topology \"star\"");
  require_at_least(problems, "degree", degree, 2, "with less, the network is not connected");
  if (!problems.empty()) return problems;
  // A cable is moved about twenty times. Each move costs a few cache misses and a scan of its neighbours.
  const std::int64_t steps =
      saturating_product(saturating_product(switches, degree), 400 + std::min(degree, most_ports));
  if (steps > most_drawing_steps)
    problems.push_back(
        {"switches",
         fmt::format("is {} of degree {}: to place that many cables at random would take minutes", switches,
                     degree),
         "choose fewer, or list the cables in a file for the topology \"graph\""});
  if (degree >= switches)
    problems.push_back({"degree",
                        fmt::format("is {}, but there are only {} other switches", degree, switches - 1),
                        "to join all with all, use the topology \"complete\""});
  else if (switches % 2 != 0 && degree % 2 != 0)
    problems.push_back({"degree",
                        fmt::format("is {} on {} switches: an odd number of cable ends", degree, switches),
                        "make one of the two even"});
  return problems;
}

Problems Irregular::check() const {
  Problems problems = check_random();
  if (!file.empty())
    problems.push_back({"file", "is no longer read here: the topology \"graph\" reads networks from files",
                        "write name = \"graph\"; file, hosts_per_switch and medium stay as they are"});
  require_at_least(problems, "hosts_per_switch", hosts_per_switch, 1, "without hosts there is no traffic");
  if (problems.empty())
    require_buildable(problems, "hosts_per_switch",
                      saturating_product(switches, saturating_product(2, hosts_per_switch)));
  return problems;
}

SwitchGraph Irregular::graph() const {
  return random_regular_graph(u32(switches), u32(degree), static_cast<std::uint64_t>(seed));
}

Facts Irregular::facts() const {
  const SwitchGraph g = graph();
  const std::vector<std::uint32_t> degrees = g.degrees();
  const auto [least, most] = std::minmax_element(degrees.begin(), degrees.end());
  const std::int64_t cables = static_cast<std::int64_t>(g.cables.size());
  Facts f;
  f.switches = f.access_switches = g.switches;
  f.hosts = f.switches * hosts_per_switch;
  f.ports_least = hosts_per_switch + *least;
  f.ports_most = hosts_per_switch + *most;
  f.ports_used = f.hosts + 2 * cables;
  f.add_cables(Medium::copper, f.hosts);
  f.add_cables(medium, cables);
  f.bisection_cables = not_known;
  f.diameter = f.switches * cables <= most_search_steps ? std::int64_t{graph_diameter(g)} : not_known;
  return f;
}

Network Irregular::build(const Cables& cables) const {
  const SwitchGraph g = graph();
  const std::vector<std::uint32_t> degrees = g.degrees();
  const std::uint32_t hosts = u32(hosts_per_switch);
  NetworkBuilder builder;
  const std::uint8_t host_class = builder.add_class(cables.host_link());
  const std::uint8_t link_class = builder.add_class(cables.link("switch", medium));
  for (const std::uint32_t degree_here : degrees) builder.add_switches(1, hosts + degree_here);
  builder.set_hosts(g.switches * hosts);
  attach_hosts(builder, g.switches * hosts_per_switch, hosts_per_switch, host_class);
  std::vector<std::uint32_t> next(g.switches, hosts);
  for (const auto& [a, b] : g.cables) builder.connect(a, next[a]++, b, next[b]++, link_class);
  return builder.finish(GraphShape{});
}

}  // namespace ebb::inline topology
