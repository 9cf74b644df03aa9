#include "fabric/trees/tree_program.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "base/ensure.hpp"
#include "fabric/inventory/names.hpp"
#include "fabric/openflow/openflow.hpp"
#include "fabric/openflow/version_slot.hpp"
#include "network/distance.hpp"
#include "rules/tables/spread.hpp"
#include "rules/trees/path_set.hpp"
#include "rules/trees/trunks.hpp"

namespace ebb::inline fabric {
namespace {

class TreeProgram {
 public:
  TreeProgram(const Network& network, const TreePlan& plan, const AddressPlan& addresses,
              const ProgramOptions& options, std::uint32_t slot, std::uint16_t first_vlan)
      : network_(network),
        plan_(plan),
        addresses_(addresses),
        options_(options),
        slot_(slot),
        first_vlan_(first_vlan) {
    for (HostId h = 0; h < network.hosts; ++h) {
      const SwitchId s = network.switch_of_host(h);
      if (first_host_.size() <= s) first_host_.resize(s + 1, no_id);
      if (first_host_[s] == no_id) first_host_[s] = h;
    }
    first_host_.resize(network.switches(), no_id);
    note_next_hops();
  }

  SwitchProgram of(SwitchId s) {
    std::size_t next = 0;  // index into the sorted next_hops_
    program_ = {switch_name(s), {}, {}};
    add_edges(s);
    for (std::size_t v = 0; v < plan_.vlans.vlans.size(); ++v) {
      add_hosts(s, v);
      for (; next < next_hops_[s].size() && next_hops_[s][next].vlan == v; ++next)
        add_next_hop(s, v, addresses_.block(first_host_[next_hops_[s][next].to], AddressLevel::access_switch),
                     next_hops_[s][next].trunk);
      if (options_.broadcast) add_broadcast(s, v);
    }
    return std::move(program_);
  }

 private:
  /// In this VLAN, frames to the hosts of switch `to` leave by this trunk.
  struct NextHop {
    std::uint32_t vlan;
    SwitchId to;
    TrunkId trunk;
    auto operator<=>(const NextHop&) const = default;
  };
  /// Collects only the forwarding entries that paths use: a VLAN spans the network, but only its sources send
  /// in it. Their number is the total length of the paths; all entries of all VLANs would be cubic in the
  /// number of switches.
  void note_next_hops() {
    next_hops_.resize(network_.switches());
    const PathSet& paths = plan_.paths;
    for (SwitchId from = 0; from < paths.switches(); ++from)
      for (SwitchId to = 0; to < paths.switches(); ++to) {
        const Path& path = paths.path(from, to);
        for (std::size_t i = 1; i < path.size(); ++i)
          next_hops_[path[i - 1]].push_back(
              {plan_.vlans.of_switch[from], to, plan_.trunks.between(path[i - 1], path[i])});
      }
    for (auto& hops : next_hops_) {
      std::sort(hops.begin(), hops.end());
      hops.erase(std::unique(hops.begin(), hops.end()), hops.end());
    }
  }
  std::uint32_t tag(std::size_t v) const { return first_vlan_ + static_cast<std::uint32_t>(v); }
  std::uint32_t number(SwitchId s, PortId port) const {
    return options_.openflow_port(s, port - network_.first_port[s]);
  }
  void add(std::uint8_t table, std::uint16_t priority, std::string match, std::string actions) {
    program_.rules.push_back(
        {table, priority, cookie_of(options_.version), std::move(match), std::move(actions)});
  }

  /// Step 3: the PVID of a host's port. Step 4: a port accepts the VLANs that it is a member of.
  void add_edges(SwitchId s) {
    for (PortId p = network_.first_port[s]; p < network_.first_port[s + 1]; ++p)
      if (network_.is_host_port(network_.peer[p]))
        add(0, edge_priority, fmt::format("in_port={}", number(s, p)),
            fmt::format("push_vlan:0x8100,set_field:{}->vlan_vid,goto_table:{}",
                        0x1000 + tag(plan_.vlans.of_switch[s]), slot_table(slot_)));
    for (const TrunkId t : plan_.trunks.of(s))
      for (const PortId p : plan_.ports_in_use(s, t))
        for (std::size_t v = 0; v < plan_.vlans.vlans.size(); ++v)
          if (plan_.vlans.vlans[v][t])
            add(0, transit_priority, fmt::format("in_port={},dl_vlan={}", number(s, p), tag(v)),
                fmt::format("goto_table:{}", slot_table(slot_)));
  }
  /// Step 6: hosts receive frames of every VLAN, untagged.
  void add_hosts(SwitchId s, std::size_t v) {
    for (PortId p = network_.first_port[s]; p < network_.first_port[s + 1]; ++p)
      if (network_.is_host_port(network_.peer[p]))
        add(slot_table(slot_), RulePriority::forwarding + 1,
            fmt::format("dl_vlan={},dl_dst={}", tag(v),
                        mac_text(mac_of(addresses_.address(network_.host_at(network_.peer[p]))))),
            fmt::format("pop_vlan,output:{}", number(s, p)));
  }
  /// The host part of the source address selects the link, so that a flow stays on one link.
  void add_next_hop(SwitchId s, std::size_t v, const Ternary& destination, TrunkId t) {
    const std::span<const PortId> ports = plan_.ports_in_use(s, t);
    const std::size_t host_field = addresses_.fields().size() - 1;
    std::vector<SpreadPart> parts(1);
    if (ports.size() > 1) parts = spread(addresses_, host_field, host_field, ports.size());
    for (std::size_t i = 0; i < parts.size(); ++i) {
      const Ternary& finer = parts[i].destination;
      ENSURE((destination.mask & finer.mask) == 0);  // the host's bits are below those of its switch
      std::string match = fmt::format("dl_vlan={}", tag(v));
      if (parts[i].source.mask != 0) match += ",dl_src=" + address_text(parts[i].source);
      match += ",dl_dst=" + address_text({destination.value | finer.value, destination.mask | finer.mask});
      add(slot_table(slot_), RulePriority::forwarding, std::move(match),
          fmt::format("output:{}", number(s, ports[i % ports.size()])));
    }
  }
  /// Broadcast and multicast follow the VLAN's own tree, over the first link of each trunk.
  void add_broadcast(SwitchId s, std::size_t v) {
    std::string outputs, bare;
    for (const TrunkId t : plan_.trunks.of(s))
      if (plan_.vlans.vlans[v][t])
        outputs += fmt::format("output:{},", number(s, plan_.ports_in_use(s, t)[0]));
    for (PortId p = network_.first_port[s]; p < network_.first_port[s + 1]; ++p)
      if (network_.is_host_port(network_.peer[p])) bare += fmt::format(",output:{}", number(s, p));
    if (!bare.empty()) outputs += "pop_vlan" + bare;
    if (outputs.ends_with(',')) outputs.pop_back();
    add(slot_table(slot_), RulePriority::link_local,
        fmt::format("dl_vlan={},dl_dst=01:80:c2:00:00:00/ff:ff:ff:ff:ff:f0", tag(v)), "drop");
    add(slot_table(slot_), RulePriority::to_many,
        fmt::format("dl_vlan={},dl_dst=01:00:00:00:00:00/01:00:00:00:00:00", tag(v)),
        outputs.empty() ? "drop" : outputs);
  }

  const Network& network_;
  const TreePlan& plan_;
  const AddressPlan& addresses_;
  const ProgramOptions& options_;
  std::uint32_t slot_;
  std::uint16_t first_vlan_;
  std::vector<std::vector<NextHop>> next_hops_;  ///< of each switch, by VLAN and destination
  std::vector<HostId> first_host_;               ///< of each switch; no_id: it has none
  SwitchProgram program_;
};

}  // namespace

std::vector<SwitchProgram> tree_programs(const Network& network, const TreePlan& plan,
                                         const AddressPlan& addresses, const ProgramOptions& options,
                                         std::uint32_t slot, std::uint16_t first_vlan) {
  TreeProgram maker(network, plan, addresses, options, slot, first_vlan);
  std::vector<SwitchProgram> programs;
  for (SwitchId s = 0; s < network.switches(); ++s) programs.push_back(maker.of(s));
  return programs;
}

}  // namespace ebb::inline fabric
