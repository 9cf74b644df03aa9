#include "fabric/snmp/vlan_walk.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <numeric>
#include <set>

#include "base/result.hpp"
#include "fabric/inventory/names.hpp"
#include "fabric/snmp/vlan_program.hpp"

namespace ebb::inline fabric {
namespace {

constexpr std::size_t most_walk_problems = 10;

class VlanFlood {
 public:
  VlanFlood(const Network& network, const std::vector<VlanTable>& tables,
            const std::vector<std::vector<std::uint32_t>>& ports, const std::vector<bool>& on)
      : network_(network), tables_(tables), ports_(ports), on_(on) {}

  /// Hosts that a frame in this VLAN reaches from a switch, with the length of the way.
  struct Reached {
    std::map<HostId, std::uint32_t> hosts;
    std::string wrong;  ///< why it must not be used; empty: nothing
  };
  const Reached& from(SwitchId s, std::uint16_t vlan) {
    const auto [known, fresh] = known_.try_emplace({s, vlan});
    if (fresh) {
      vlan_ = vlan, reached_ = &known->second;
      visited_.clear();
      enter(s, no_id, 1);
    }
    return known->second;
  }
  std::uint32_t number(PortId port) const {
    const SwitchId s = network_.owner[port];
    return ports_[s][port - network_.first_port[s]];
  }

 private:
  const StaticVlan* row(SwitchId s) const {
    const auto found = tables_[s].vlans.find(vlan_);
    return found == tables_[s].vlans.end() || !found->second.active ? nullptr : &found->second;
  }
  void enter(SwitchId s, PortId by, std::uint32_t length) {
    const StaticVlan* const here = row(s);
    if (!here || (by != no_id && !here->egress.contains(number(by)))) return;  // dropped
    if (!visited_.insert(s).second) {
      reached_->wrong =
          fmt::format("VLAN {} reaches {} twice: it is no tree", vlan_, switch_name(network_, s));
      return;
    }
    for (PortId port = network_.first_port[s]; port < network_.first_port[s + 1]; ++port)
      if (port != by && here->egress.contains(number(port)) && (on_.empty() || on_[port]))
        leave(port, here->untagged.contains(number(port)), length);
  }
  void leave(PortId port, bool untagged, std::uint32_t length) {
    const PortId peer = network_.peer[port];
    const bool to_host = network_.is_host_port(peer);
    if (to_host != untagged)
      reached_->wrong =
          fmt::format("VLAN {} leaves {} by port {} {}", vlan_, switch_name(network_, network_.owner[port]),
                      number(port), to_host ? "with a tag, to a host" : "without a tag, to a switch");
    else if (to_host)
      reached_->hosts[network_.host_at(peer)] = length;
    else
      enter(network_.owner[peer], peer, length + 1);
  }

  const Network& network_;
  const std::vector<VlanTable>& tables_;
  const std::vector<std::vector<std::uint32_t>>& ports_;
  const std::vector<bool>& on_;
  std::map<std::pair<SwitchId, std::uint16_t>, Reached> known_;
  std::uint16_t vlan_ = 0;
  Reached* reached_ = nullptr;
  std::set<SwitchId> visited_;
};

/// Sets of switches that cables join.
class Joined {
 public:
  explicit Joined(std::uint32_t switches) : parent_(switches) {
    std::iota(parent_.begin(), parent_.end(), 0u);
  }
  /// False when both were joined already.
  bool join(SwitchId a, SwitchId b) {
    const SwitchId x = top(a), y = top(b);
    parent_[x] = y;
    return x != y;
  }

 private:
  SwitchId top(SwitchId s) {
    while (parent_[s] != s) s = parent_[s] = parent_[parent_[s]];
    return s;
  }
  std::vector<SwitchId> parent_;
};

Result<std::vector<VlanTable>> parsed_tables(const std::vector<SwitchProgram>& programs) {
  std::vector<VlanTable> tables;
  for (const SwitchProgram& program : programs) {
    auto table = vlans_of_program(program);
    if (!table) return table.problems();
    tables.push_back(std::move(*table));
  }
  return tables;
}

}  // namespace

VlanWalkReport walk_vlans(const Network& network, const std::vector<SwitchProgram>& programs,
                          const std::vector<std::vector<std::uint32_t>>& ports, const std::vector<bool>& on,
                          const std::vector<SwitchId>& promised) {
  VlanWalkReport report;
  const auto tables = parsed_tables(programs);
  if (!tables) return report.problems = tables.problems(), report;
  VlanFlood flood(network, *tables, ports, on);
  const auto add = [&](HostId h, std::string what) {
    if (report.problems.size() < most_walk_problems)
      report.problems.push_back({host_name(network, h), std::move(what), "see `ebb fabric diff`"});
  };
  for (HostId h = 0; h < network.hosts; ++h) {
    const PortId port = network.peer[network.host_port(h)];
    const SwitchId s = network.owner[port];
    const auto& pvids = (*tables)[s].pvid;
    const auto pvid = pvids.find(flood.number(port));
    const VlanFlood::Reached none;
    const VlanFlood::Reached& reached = pvid == pvids.end() ? none : flood.from(s, pvid->second);
    if (!reached.wrong.empty()) add(h, "its frames are not in a tree: " + reached.wrong);
    for (HostId to = 0; to < network.hosts; ++to) {
      if (to == h || (!promised.empty() && promised[network.switch_of_host(to)] != promised[s])) continue;
      ++report.pairs;
      const auto found = reached.hosts.find(to);
      if (found != reached.hosts.end())
        ++report.delivered, report.longest_path = std::max(report.longest_path, found->second);
      else
        add(h, fmt::format("its frames do not reach {}", host_name(network, to)));
    }
  }
  return report;
}

Problems looped_vlans(const Network& network, const std::vector<VlanTable>& tables,
                      const std::vector<std::vector<std::uint32_t>>& ports) {
  const auto member = [&](PortId port, std::uint16_t vlan) {
    const SwitchId s = network.owner[port];
    const auto row = tables[s].vlans.find(vlan);
    return row != tables[s].vlans.end() && row->second.active &&
           row->second.egress.contains(ports[s][port - network.first_port[s]]);
  };
  std::set<std::uint16_t> vlans;
  for (const VlanTable& table : tables)
    for (const auto& [vlan, row] : table.vlans) vlans.insert(vlan);
  Problems problems;
  for (const std::uint16_t vlan : vlans) {
    Joined joined(network.switches());
    for (PortId port = 0; port < network.switch_ports(); ++port) {
      const PortId peer = network.peer[port];
      if (network.is_host_port(peer) || peer < port || !member(port, vlan) || !member(peer, vlan)) continue;
      const SwitchId a = network.owner[port], b = network.owner[peer];
      if (joined.join(a, b)) continue;
      problems.push_back(
          {fmt::format("VLAN {}", vlan),
           fmt::format("closes a loop over the link from {} to {}: broadcasts would circulate in it",
                       switch_name(network, a), switch_name(network, b)),
           "take it off the links between switches; `ebb trees FILE --snmp INVENTORY --stp-off` prepares new "
           "switches"});
      break;
    }
  }
  return problems;
}

}  // namespace ebb::inline fabric
