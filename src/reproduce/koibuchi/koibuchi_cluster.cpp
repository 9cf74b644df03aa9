#include "reproduce/koibuchi/koibuchi_cluster.hpp"

#include <algorithm>
#include <optional>

#include "base/medium.hpp"
#include "base/problem.hpp"
#include "config/data_files.hpp"
#include "experiment/device/device_file.hpp"
#include "experiment/read/run_config.hpp"
#include "experiment/run/prepared_run.hpp"
#include "network/builder.hpp"
#include "network/shape.hpp"
#include "results/run_result.hpp"
#include "study/compare/side_by_side.hpp"
#include "topology/topology.hpp"

namespace ebb::inline reproduce {
namespace {

/// Share of payload in a frame of 1,536 bytes on the wire.
constexpr double payload_share = 1470.0 / 1536;

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

/// A host that is its own partner sends nothing: eight in a reversal of six bits, none in the transpose.
double senders(std::string_view pattern) { return pattern == "transpose" ? 64 : 56; }

Result<Throughput> run_one(const KoibuchiRun& one, const Effort& effort) {
  std::vector<std::string> settings{fmt::format("traffic.pattern.name={}", one.pattern)};
  if (one.pattern == "transpose") settings.emplace_back("traffic.pattern.form=koibuchi");
  if (one.flow_on_one_link) settings.emplace_back("routing.name=vlan_trees");
  if (effort.quick)
    for (const char* shorter : {"run.warm_up=5ms", "run.least_time=15ms", "run.most_time=15ms"})
      settings.emplace_back(shorter);
  auto input = read_run(data_file("papers/koibuchi-network.toml"), settings);
  if (!input) return input.problems();
  input->topology = koibuchi_topology(one.graph);
  auto prepared = prepare_run(std::move(*input));
  if (!prepared) return prepared.problems();
  const auto result = run_or_problems(**prepared);
  if (!result) return result.problems();
  const RunStatistics& s = result->statistics;
  const double scale = payload_share / senders(one.pattern) / 1e6;
  Throughput found{s.accepted.wire_bits_per_second * scale, {}};
  if (s.accepted_half_width_bits_per_second)
    found.half_width_mbps = *s.accepted_half_width_bits_per_second * scale;
  return found;
}

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

Result<std::vector<Throughput>> run_transfers(const std::vector<KoibuchiRun>& runs, const Effort& effort) {
  std::vector<std::optional<Result<Throughput>>> results(runs.size());
  side_by_side(runs.size(), cores_of_machine(),
               [&](std::size_t i) { results[i] = run_one(runs[i], effort); });
  std::vector<Throughput> all;
  for (auto& result : results) {
    if (!*result) return result->problems();
    all.push_back(**result);
  }
  return all;
}

}  // namespace ebb::inline reproduce
