#include "report/network/exported_parts.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <tuple>

#include "base/fields.hpp"
#include "network/names.hpp"
#include "report/network/network_picture.hpp"

namespace ebb::inline report {
namespace {

/// A port without a name has its number on its switch. A host has one port.
std::string port_text(const Network& network, PortId p) {
  std::string own = own_name_of_port(network, p);
  if (own.empty() && !network.is_host_port(p))
    own = fmt::format("{}", p - network.first_port[network.owner[p]]);
  return own;
}

/// One node for each group of the network's picture, one link for each kind of cable between two of them.
ExportedParts exported_groups(const Network& network) {
  const NetworkPicture picture = network_picture(network, most_exported_groups);
  ExportedParts parts;
  for (const PicturePlace& place : picture.places)
    parts.nodes.push_back({place.name, false, std::array{place.x, place.y}});
  std::map<std::tuple<std::size_t, std::size_t, std::uint8_t>, std::int64_t> cables;
  for (PortId p = 0; p < network.switch_ports(); ++p) {
    const PortId peer = network.peer[p];
    if (peer < p || network.is_host_port(peer)) continue;
    const auto a = static_cast<std::size_t>(picture.place_of[network.owner[p]]),
               b = static_cast<std::size_t>(picture.place_of[network.owner[peer]]);
    if (a != b) ++cables[{std::min(a, b), std::max(a, b), network.link_class[p]}];
  }
  for (const auto& [between, count] : cables) {
    const auto& [a, b, kind] = between;
    parts.links.push_back({a, b, "", "", &network.classes[kind], count});
  }
  return parts;
}

}  // namespace

ExportedParts exported_parts(const Network& network, ExportDetail detail) {
  if (detail == ExportDetail::groups) return exported_groups(network);
  const bool hosts = detail == ExportDetail::all;
  ExportedParts parts;
  for (SwitchId s = 0; s < network.switches(); ++s) {
    ExportedNode node{name_of_switch(network, s, "s"), false};
    if (!network.labels.places.empty()) node.place = network.labels.places[s];
    parts.nodes.push_back(std::move(node));
  }
  for (HostId h = 0; hosts && h < network.hosts; ++h)
    parts.nodes.push_back({name_of_host(network, h, "h"), true});
  const auto node_of = [&](PortId p) -> std::size_t {
    return network.is_host_port(p) ? network.switches() + network.host_at(p) : network.owner[p];
  };
  for (PortId p = 0; p < network.switch_ports(); ++p) {
    const PortId peer = network.peer[p];
    if (peer < p || (!hosts && network.is_host_port(peer))) continue;
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
  if (link.cables > 1) said.emplace_back("cables", fmt::format("{}", link.cables));
  std::erase_if(said, [](const auto& s) { return s.second.empty(); });
  return said;
}

}  // namespace ebb::inline report
