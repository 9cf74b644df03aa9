#include "report/network/exported_parts.hpp"

#include <fmt/format.h>

#include "base/fields.hpp"
#include "network/names.hpp"

namespace ebb::inline report {
namespace {

/// A port without a name has its number on its switch. A host has one port.
std::string port_text(const Network& network, PortId p) {
  std::string own = own_name_of_port(network, p);
  if (own.empty() && !network.is_host_port(p))
    own = fmt::format("{}", p - network.first_port[network.owner[p]]);
  return own;
}

}  // namespace

ExportedParts exported_parts(const Network& network) {
  ExportedParts parts;
  for (SwitchId s = 0; s < network.switches(); ++s) {
    ExportedNode node{name_of_switch(network, s, "s"), false};
    if (!network.labels.places.empty()) node.place = network.labels.places[s];
    parts.nodes.push_back(std::move(node));
  }
  for (HostId h = 0; h < network.hosts; ++h) parts.nodes.push_back({name_of_host(network, h, "h"), true});
  const auto node_of = [&](PortId p) -> std::size_t {
    return network.is_host_port(p) ? network.switches() + network.host_at(p) : network.owner[p];
  };
  for (PortId p = 0; p < network.switch_ports(); ++p) {
    const PortId peer = network.peer[p];
    if (peer < p) continue;
    parts.links.push_back(
        {node_of(p), node_of(peer), port_text(network, p), port_text(network, peer), &network.link(p)});
  }
  return parts;
}

NamedValues said_of(const ExportedNode& node) {
  NamedValues said{{"kind", node.is_host ? "host" : "switch"}};
  if (node.place) {
    said.emplace_back("x", fmt::format("{}", (*node.place)[0]));
    said.emplace_back("y", fmt::format("{}", (*node.place)[1]));
  }
  return said;
}

NamedValues said_of(const ExportedLink& link) {
  NamedValues said{
      {"source_port", link.source_port},          {"target_port", link.target_port},
      {"rate", quantity_text(link.kind->rate)},   {"medium", std::string(name_of(link.kind->medium))},
      {"delay", quantity_text(link.kind->delay)}, {"kind", link.kind->name}};
  std::erase_if(said, [](const auto& s) { return s.second.empty(); });
  return said;
}

}  // namespace ebb::inline report
