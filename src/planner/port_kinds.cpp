#include "planner/port_kinds.hpp"

#include <algorithm>
#include <initializer_list>
#include <numeric>
#include <set>

#include "base/medium.hpp"

namespace ebb::inline planner {
namespace {

std::size_t kind_at(const LinkKind& wanted, std::vector<PortKind>& kinds) {
  for (std::size_t i = 0; i < kinds.size(); ++i)
    if (kinds[i].link == wanted) return i;
  kinds.push_back({wanted});
  return kinds.size() - 1;
}

std::vector<LinkKind> links_where(const PortCount& ports, std::int64_t PortKind::*count) {
  std::vector<LinkKind> links;
  for (const PortKind& kind : ports.kinds)
    if (kind.*count > 0) links.push_back(kind.link);
  return links;
}

}  // namespace

PortCount ports_of(const Facts& facts, const Cables& cables) {
  PortCount ports;
  const auto add = [&](const LinkKind& link, std::int64_t of_switches, std::int64_t of_hosts) {
    PortKind& kind = ports.kinds[kind_at(link, ports.kinds)];
    kind.of_switches += of_switches, kind.of_hosts += of_hosts;
  };
  for (const Medium medium : all_media) {
    const std::int64_t hosts = medium == facts.host_medium ? facts.hosts : 0;
    const std::int64_t between = facts.cables_of(medium) - hosts;
    if (between > 0) add({medium, cables.rate}, 2 * between, 0);
    if (hosts > 0) add({medium, cables.rate_of_hosts()}, hosts, hosts);
  }
  if (ports.kinds.empty() || facts.access_switches < facts.switches) return ports;
  Filling filling;
  for (const PortKind& kind : ports.kinds) filling.push_back(kind.of_switches / facts.switches);
  // Inside a mesh a switch has more neighbours than on average.
  const auto all = std::accumulate(filling.begin(), filling.end(), std::int64_t{0});
  filling.back() += std::max<std::int64_t>(0, facts.ports_most - all);
  ports.fillings = {std::move(filling)};
  return ports;
}

PortCount ports_of(const Network& network, bool spines_apart) {
  PortCount ports;
  std::vector<std::size_t> kind_of_class;
  for (const LinkClass& link : network.classes)
    kind_of_class.push_back(kind_at({link.medium, link.rate}, ports.kinds));
  const auto kind = [&](PortId p) { return kind_of_class[network.link_class[p]]; };
  for (HostId h = 0; h < network.hosts; ++h) ++ports.kinds[kind(network.host_port(h))].of_hosts;
  std::set<Filling> fillings, of_spines;
  for (SwitchId s = 0; s < network.switches(); ++s) {
    const bool is_spine = spines_apart && !network.has_hosts(s);
    Filling filling(ports.kinds.size());
    for (PortId p = network.first_port[s]; p < network.first_port[s + 1]; ++p) ++filling[kind(p)];
    for (std::size_t i = 0; i < filling.size(); ++i)
      (is_spine ? ports.kinds[i].of_spines : ports.kinds[i].of_switches) += filling[i];
    (is_spine ? of_spines : fillings).insert(std::move(filling));
  }
  ports.fillings.assign(fillings.begin(), fillings.end());
  ports.spine_fillings.assign(of_spines.begin(), of_spines.end());
  return ports;
}

PortCount ports_of(const FoldedClosShape& shape, const Facts& facts, const Cables& cables,
                   bool spines_apart) {
  const std::int64_t access = shape.access_switches(), up = shape.levels[0].up, uplinks = access * up;
  const std::int64_t between = uplinks * (shape.top() - 1);  // above the first level of spines, all optical
  Medium local = Medium::optical;
  for (const Medium medium : all_media)
    if (facts.cables_of(medium) - (medium == facts.host_medium ? facts.hosts : 0) -
            (medium == Medium::optical ? between : 0) >
        0)
      local = medium;
  PortCount ports;
  const std::size_t host = kind_at({facts.host_medium, cables.rate_of_hosts()}, ports.kinds),
                    low = kind_at({local, cables.rate}, ports.kinds),
                    high = between > 0 ? kind_at({Medium::optical, cables.rate}, ports.kinds) : low;
  ports.kinds[host].of_hosts = ports.kinds[host].of_switches = facts.hosts;
  ports.kinds[low].of_switches += uplinks;
  const auto add_spines = [&](std::size_t kind, std::int64_t count) {
    (spines_apart ? ports.kinds[kind].of_spines : ports.kinds[kind].of_switches) += count;
  };
  add_spines(low, uplinks), add_spines(high, 2 * between);
  const auto filling = [&](std::initializer_list<std::pair<std::size_t, std::int64_t>> parts) {
    Filling all(ports.kinds.size());
    for (const auto& [kind, count] : parts) all[kind] += count;
    return all;
  };
  ports.fillings = {filling({{host, shape.concentration}, {low, up}})};
  std::vector<Filling>& spines = spines_apart ? ports.spine_fillings : ports.fillings;
  for (std::uint32_t l = 1; l < shape.top(); ++l)
    spines.push_back(filling({{l == 1 ? low : high, shape.levels[l].up}, {high, shape.levels[l].up}}));
  const std::int64_t tops = shape.levels.back().switches;
  spines.push_back(filling({{shape.top() == 1 ? low : high, (uplinks + tops - 1) / tops}}));
  return ports;
}

std::vector<LinkKind> links_of_switches(const PortCount& ports) {
  return links_where(ports, &PortKind::of_switches);
}

std::vector<LinkKind> links_of_spines(const PortCount& ports) {
  return links_where(ports, &PortKind::of_spines);
}

std::vector<LinkKind> links_of_hosts(const PortCount& ports) {
  return links_where(ports, &PortKind::of_hosts);
}

}  // namespace ebb::inline planner
