#include "report/network/cable_list.hpp"

#include <cmath>
#include <cstdlib>
#include <map>
#include <string>
#include <tuple>
#include <utility>

#include "base/fields.hpp"
#include "base/medium.hpp"
#include "base/units.hpp"
#include "network/distance.hpp"
#include "report/network/exported_parts.hpp"
#include "results/cell.hpp"

namespace ebb::inline report {
namespace {

constexpr double copper_reach_m = 5;  // as in `ebb plan size`

std::int64_t rack_of(const RackLayout& layout, const Network& network, PortId port) {
  return network.is_host_port(port) ? layout.of_host[network.host_at(port)]
                                    : layout.of_switch[network.owner[port]];
}

/// Each cable once, with its lower port.
template <class Use>
void each_cable(const Network& network, const Use& use) {
  for (PortId p = 0; p < network.switch_ports(); ++p)
    if (network.peer[p] > p) use(p, network.peer[p]);
}

}  // namespace

RackLayout rack_layout(const Network& network) {
  RackLayout layout;
  layout.of_switch.resize(network.switches()), layout.of_host.resize(network.hosts);
  std::vector<std::vector<HostId>> hosts(network.switches());
  for (HostId h = 0; h < network.hosts; ++h) hosts[network.switch_of_host(h)].push_back(h);
  std::int64_t place = 0;  // counted from the first place of the first rack
  constexpr std::int64_t rack = RackLayout::in_a_rack;
  for (SwitchId s = 0; s < network.switches(); ++s) {
    const auto needed = static_cast<std::int64_t>(hosts[s].size()) + 1;
    if (place % rack + needed > rack && place % rack > 0) place += rack - place % rack;
    layout.of_switch[s] = place++ / rack;
    for (const HostId h : hosts[s]) layout.of_host[h] = place++ / rack;
  }
  layout.racks = (place + rack - 1) / rack;
  return layout;
}

double cable_metres(std::int64_t from_rack, std::int64_t to_rack) {
  constexpr std::int64_t row = RackLayout::racks_in_a_row;
  const auto along = static_cast<double>(std::llabs(from_rack % row - to_rack % row)),
             across = static_cast<double>(std::llabs(from_rack / row - to_rack / row));
  const double metres =
      RackLayout::to_the_tray_m + along * RackLayout::rack_pitch_m + across * RackLayout::row_pitch_m;
  return std::ceil(2 * metres - 1e-9) / 2;
}

Table cable_list(const Network& network, bool hosts) {
  Table table{.title = "cables",
              .columns = {{.key = "cable", .heading = "cable"},
                          {.key = "from", .heading = "from"},
                          {.key = "from_port", .heading = "port"},
                          {.key = "from_rack", .heading = "rack"},
                          {.key = "to", .heading = "to"},
                          {.key = "to_port", .heading = "port"},
                          {.key = "to_rack", .heading = "rack"},
                          {.key = "medium", .heading = "medium"},
                          {.key = "rate", .heading = "rate"},
                          {.key = "kind", .heading = "kind"},
                          {.key = "length_m", .heading = "length", .unit = "m", .decimals = 1}},
              .rows = {}};
  const RackLayout layout = rack_layout(network);
  const ExportedParts parts = exported_parts(network);
  std::size_t link = 0;  // parts have each cable once, in the same order
  each_cable(network, [&](PortId a, PortId b) {
    const ExportedLink& named = parts.links[link++];
    if (!hosts && network.is_host_port(b)) return;
    const std::int64_t from = rack_of(layout, network, a), to = rack_of(layout, network, b);
    table.add({static_cast<std::int64_t>(table.rows.size()) + 1, parts.nodes[named.source].name,
               named.source_port, from + 1, parts.nodes[named.target].name, named.target_port, to + 1,
               std::string(name_of(named.kind->medium)), quantity_text(named.kind->rate), named.kind->name,
               cable_metres(from, to)});
  });
  return table;
}

Table cable_lengths(const Network& network) {
  const RackLayout layout = rack_layout(network);
  std::map<std::tuple<std::string, Medium, BitsPerSecond, double>, std::int64_t> counts;
  each_cable(network, [&](PortId a, PortId b) {
    const LinkClass& kind = network.link(a);
    ++counts[{kind.name, kind.medium, kind.rate,
              cable_metres(rack_of(layout, network, a), rack_of(layout, network, b))}];
  });
  Table table{.title = "cables by length",
              .columns = {{.key = "kind", .heading = "kind"},
                          {.key = "medium", .heading = "medium"},
                          {.key = "rate", .heading = "rate"},
                          {.key = "length_m", .heading = "length", .unit = "m", .decimals = 1},
                          {.key = "count", .heading = "number", .align = Align::right}},
              .rows = {}};
  for (const auto& [cable, count] : counts) {
    const auto& [kind, medium, rate, metres] = cable;
    table.add({kind, std::string(name_of(medium)), quantity_text(rate), metres, count});
  }
  return table;
}

std::int64_t too_long_copper(const Network& network) {
  const RackLayout layout = rack_layout(network);
  std::int64_t count = 0;
  each_cable(network, [&](PortId a, PortId b) {
    count += network.link(a).medium == Medium::copper &&
             cable_metres(rack_of(layout, network, a), rack_of(layout, network, b)) > copper_reach_m;
  });
  return count;
}

}  // namespace ebb::inline report
