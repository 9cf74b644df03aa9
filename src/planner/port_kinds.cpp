#include "planner/port_kinds.hpp"

#include <algorithm>
#include <set>

#include "base/medium.hpp"

namespace ebb::inline planner {
namespace {

std::size_t kind_at(const LinkClass& link, std::vector<PortKind>& kinds) {
  const LinkKind wanted{link.medium, link.rate};
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

PortCount ports_of(const Facts& facts, BitsPerSecond rate) {
  PortCount ports;
  for (const Medium medium : all_media) {
    PortKind kind{.link = {medium, rate}};
    if (medium == facts.host_medium) kind.of_hosts = facts.hosts;
    kind.of_switches = 2 * facts.cables_of(medium) - kind.of_hosts;
    if (kind.of_switches > 0 || kind.of_hosts > 0) ports.kinds.push_back(kind);
  }
  return ports;
}

PortCount ports_of(const Network& network) {
  PortCount ports;
  std::vector<std::size_t> kind_of_class;
  for (const LinkClass& link : network.classes) kind_of_class.push_back(kind_at(link, ports.kinds));
  const auto kind = [&](PortId p) { return kind_of_class[network.link_class[p]]; };
  for (HostId h = 0; h < network.hosts; ++h) ++ports.kinds[kind(network.host_port(h))].of_hosts;
  std::set<Filling> fillings;
  for (SwitchId s = 0; s < network.switches(); ++s) {
    Filling filling(ports.kinds.size());
    for (PortId p = network.first_port[s]; p < network.first_port[s + 1]; ++p) ++filling[kind(p)];
    for (std::size_t i = 0; i < filling.size(); ++i) ports.kinds[i].of_switches += filling[i];
    fillings.insert(std::move(filling));
  }
  ports.fillings.assign(fillings.begin(), fillings.end());
  return ports;
}

std::vector<LinkKind> links_of_switches(const PortCount& ports) {
  return links_where(ports, &PortKind::of_switches);
}

std::vector<LinkKind> links_of_hosts(const PortCount& ports) {
  return links_where(ports, &PortKind::of_hosts);
}

}  // namespace ebb::inline planner
