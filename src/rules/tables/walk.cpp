#include "rules/tables/walk.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "base/fields.hpp"
#include "rules/tables/make_table.hpp"

namespace ebb::inline rules {

Walker::Walker(const Network& network, Organisation organisation)
    : network_(network),
      organisation_(organisation),
      routing_(block_routing(network)),
      plan_(address_plan(*routing_, organisation)),
      tables_(network.switches()),
      port_used_(network.switch_ports(), false) {}

const TableIndex& Walker::table(SwitchId s) {
  if (!tables_[s]) tables_[s] = std::make_unique<TableIndex>(make_table(*routing_, s, organisation_));
  return *tables_[s];
}

Walk Walker::follow(HostId source, Address destination) {
  Header header{destination, plan_.address(source), no_id};
  PortId at = network_.peer[network_.host_port(source)];
  Walk walk;
  while (walk.switches < network_.switches()) {
    const SwitchId here = network_.owner[at];
    ++walk.switches;
    header.in_port = at - network_.first_port[here];
    const std::uint32_t out = table(here).lookup(header);
    if (out >= network_.ports_of(here)) return walk;
    port_used_[network_.first_port[here] + out] = true;
    at = network_.peer[network_.first_port[here] + out];
    if (network_.is_host_port(at)) {
      walk.reached = network_.host_at(at);
      return walk;
    }
  }
  return walk;
}

void Walker::try_pair(HostId source, HostId destination, WalkReport& report) {
  const Walk walk = follow(source, plan_.address(destination));
  ++report.pairs;
  report.most_switches = std::max(report.most_switches, walk.switches);
  if (walk.reached == destination)
    ++report.delivered;
  else if (report.first_failure.empty())
    report.first_failure = fmt::format(
        "{}: a frame from host {} to host {} ({}) {} after {} switches", name_of(organisation_), source,
        destination, plan_.text(plan_.address(destination)),
        walk.reached == no_id ? std::string("was lost") : fmt::format("reached host {}", walk.reached),
        walk.switches);
}

WalkReport Walker::all_pairs() {
  WalkReport report;
  for (HostId source = 0; source < network_.hosts; ++source)
    for (HostId destination = 0; destination < network_.hosts; ++destination)
      try_pair(source, destination, report);
  report.port_used = port_used_;
  return report;
}

}  // namespace ebb::inline rules
