#include "reproduce/koibuchi/koibuchi_cluster.hpp"

#include <algorithm>

#include "base/medium.hpp"
#include "base/problem.hpp"
#include "experiment/device/device_file.hpp"
#include "network/builder.hpp"
#include "network/shape.hpp"
#include "topology/topology.hpp"

namespace ebb::inline reproduce {
namespace {

Network build_cluster(const SwitchGraph& graph, std::uint32_t hosts, std::uint32_t hosts_per_switch,
                      std::uint32_t interfaces, const Cables& cables) {
  NetworkBuilder builder;
  LinkClass host = cables.link("host", Medium::copper);
  host.rate.v *= interfaces;
  const std::uint8_t copper = builder.add_class(host);
  const std::uint8_t between = builder.add_class(cables.link("switch", Medium::copper));
  const auto degrees = graph.degrees();
  const auto hosts_on = [&](std::uint32_t s) {
    return std::min(hosts_per_switch, hosts - s * hosts_per_switch);
  };
  std::vector<std::uint32_t> next;
  for (std::uint32_t s = 0; s < graph.switches; ++s) {
    builder.add_switches(1, hosts_on(s) + degrees[s]);
    next.push_back(hosts_on(s));
  }
  builder.set_hosts(hosts);
  attach_hosts(builder, hosts, hosts_per_switch, copper);
  for (const auto& [a, b] : graph.cables) builder.connect(a, next[a]++, b, next[b]++, between);
  return builder.finish(GraphShape{});
}

struct Cluster final : Topology {
  Cluster(SwitchGraph g, std::uint32_t h, std::uint32_t each, std::uint32_t cards)
      : graph(std::move(g)), hosts(h), hosts_per_switch(each), interfaces(cards) {}
  Problems check() const override { return {}; }
  Facts facts() const override {
    Facts f;
    f.hosts = hosts, f.switches = f.access_switches = graph.switches;
    f.ports_used = f.hosts + 2 * static_cast<std::int64_t>(graph.cables.size());
    f.ports_most = f.ports_least = f.ports_used;
    f.add_cables(Medium::copper, f.hosts + static_cast<std::int64_t>(graph.cables.size()));
    f.bisection_cables = not_known, f.diameter = graph_diameter(graph);
    return f;
  }
  Network build(const Cables& cables) const override {
    return build_cluster(graph, hosts, hosts_per_switch, interfaces, cables);
  }
  SwitchGraph graph;
  std::uint32_t hosts, hosts_per_switch, interfaces;
};

}  // namespace

SwitchGraph koibuchi_tree(std::uint32_t links) {
  SwitchGraph graph{koibuchi_switches, {}};
  for (SwitchId s = 1; s < koibuchi_switches; ++s) graph.cables.insert(graph.cables.end(), links, {0, s});
  return graph;
}

SwitchGraph koibuchi_complete(std::uint32_t links) {
  SwitchGraph graph{koibuchi_switches, {}};
  for (SwitchId a = 0; a < koibuchi_switches; ++a)
    for (SwitchId b = a + 1; b < koibuchi_switches; ++b)
      graph.cables.insert(graph.cables.end(), links, {a, b});
  return graph;
}

Network koibuchi_network(const SwitchGraph& graph, std::uint32_t hosts) {
  return build_cluster(graph, hosts, koibuchi_hosts_per_switch, 1, Cables{});
}

std::unique_ptr<Topology> koibuchi_topology(const SwitchGraph& graph, std::uint32_t hosts,
                                            std::uint32_t hosts_per_switch, std::uint32_t interfaces) {
  return std::make_unique<Cluster>(graph, hosts, hosts_per_switch, interfaces);
}

SwitchGraph with_links(const Trunks& trunks, const std::vector<std::uint32_t>& links) {
  SwitchGraph graph{trunks.switches(), {}};
  for (TrunkId t = 0; t < trunks.size(); ++t)
    graph.cables.insert(graph.cables.end(), links[t], {trunks[t].a, trunks[t].b});
  return graph;
}

Result<double> koibuchi_watts(const SwitchGraph& graph, std::uint32_t hosts, std::uint32_t interfaces) {
  const auto device = find_device("koibuchi-48", "");
  if (!device) return device.problems();
  const double ports = hosts * interfaces + 2.0 * static_cast<double>(graph.cables.size());
  return graph.switches * device->base.value.v + ports * device->links.back().port.value.v;
}

}  // namespace ebb::inline reproduce
