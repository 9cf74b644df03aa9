#include "fabric/agent/off/detour_tables.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "base/digest.hpp"
#include "base/random.hpp"
#include "fabric/inventory/names.hpp"
#include "fabric/openflow/broadcast_tree.hpp"
#include "fabric/openflow/openflow.hpp"
#include "fabric/openflow/version_slot.hpp"
#include "fabric/rollout/transition.hpp"
#include "network/distance.hpp"

namespace ebb::inline fabric {
namespace {

constexpr std::uint16_t ipv4 = 0x0800;  // EtherType of the frames that are followed

}  // namespace

std::vector<std::uint32_t> hops_to(const Network& network, SwitchId end, const CableSet& routes) {
  std::vector<std::uint32_t> hops(network.switches(), no_id);
  std::vector<SwitchId> reached{end};
  hops[end] = 0;
  for (std::size_t next = 0; next < reached.size(); ++next)
    for (PortId p = network.first_port[reached[next]]; p < network.first_port[reached[next] + 1]; ++p) {
      if (!joins_switches(network, p) || !routes.has(p)) continue;
      const SwitchId other = network.owner[network.peer[p]];
      if (hops[other] != no_id) continue;
      hops[other] = hops[reached[next]] + 1;
      reached.push_back(other);
    }
  return hops;
}

DetourTables::DetourTables(const Network& network, const ProgramMaker& maker,
                           std::vector<std::vector<std::uint32_t>> ports)
    : network_(network),
      plan_(maker.plan()),
      flat_(plan_.fields().size() == 1),
      ports_(std::move(ports)),
      base_(maker.all()),
      ends_(switches_with_hosts(network)),
      hosts_(ends_.size()) {
  std::vector<std::size_t> end_of(network.switches(), 0);
  for (std::size_t e = 0; e < ends_.size(); ++e) end_of[ends_[e]] = e;
  for (HostId h = 0; h < network.hosts; ++h) hosts_[end_of[network.switch_of_host(h)]].push_back(h);
  usual_.assign(ends_.size(), std::vector<std::vector<PortId>>(network.switches()));
  for (std::size_t e = 0; e < ends_.size(); ++e)
    for (SwitchId s = 0; s < network.switches(); ++s)
      if (s != ends_[e])
        for (const std::uint32_t local : maker.routing().towards(s, hosts_[e].front()).ports)
          usual_[e][s].push_back(network.first_port[s] + local);
}

void DetourTables::renumber(const ProgramMaker& maker, std::vector<std::vector<std::uint32_t>> ports) {
  base_ = maker.all();
  ports_ = std::move(ports);
}

std::uint32_t DetourTables::number(PortId port) const {
  const SwitchId s = network_.owner[port];
  return ports_[s][port - network_.first_port[s]];
}

bool DetourTables::is_affected(std::size_t to, const CableSet& routes) const {
  for (const std::vector<PortId>& ports : usual_[to])
    if (std::any_of(ports.begin(), ports.end(), [&](PortId p) { return !routes.has(p); })) return true;
  return false;
}

void DetourTables::add_detours(std::size_t to, const CableSet& routes, std::vector<Detour>& all) const {
  const std::vector<std::uint32_t> hops = hops_to(network_, ends_[to], routes);
  const auto closer = [&](PortId p) {
    return joins_switches(network_, p) && routes.has(p) &&
           hops[network_.owner[network_.peer[p]]] == hops[network_.owner[p]] - 1;
  };
  for (SwitchId s = 0; s < network_.switches(); ++s) {
    if (s == ends_[to]) continue;
    if (hops[s] == no_id) {
      all.push_back({s, static_cast<std::uint32_t>(to), no_id});
      continue;
    }
    if (const PortId by = detour(s, to, closer); by != usual_rule)
      all.push_back({s, static_cast<std::uint32_t>(to), by});
  }
}

std::vector<DetourTables::Detour> DetourTables::detours(const CableSet& routes) const {
  std::vector<Detour> all;
  for (std::size_t to = 0; to < ends_.size(); ++to)
    if (is_affected(to, routes)) add_detours(to, routes, all);
  return all;
}

/// One match for the address block of the switch's hosts; with flat addresses, one for each host.
std::vector<std::string> DetourTables::matches(std::uint32_t to) const {
  std::vector<std::string> texts;
  for (const HostId h : hosts_[to]) {
    texts.push_back("dl_dst=" +
                    address_text(plan_.block(h, flat_ ? AddressLevel::host : AddressLevel::access_switch)));
    if (!flat_) break;
  }
  return texts;
}

std::string DetourTables::to_many_actions(SwitchId s, const std::vector<bool>& tree) const {
  std::string outputs;
  for (PortId p = network_.first_port[s]; p < network_.first_port[s + 1]; ++p)
    if (tree[p]) outputs += fmt::format("{}output:{}", outputs.empty() ? "" : ",", number(p));
  return outputs.empty() ? "drop" : outputs;
}

/// A rule that matches no frame and differs for every set of cables. Without it the tables for one set of
/// cables could be a subset of those for another, and a rollout would mistake a change for a repair.
FlowRule DetourTables::mark_of(const CableSet& routes) const {
  Digest digest;
  for (PortId p = 0; p < network_.switch_ports(); ++p) digest.add(std::uint64_t{routes.has(p)});
  const std::uint64_t mac = 0xfe'eb00'0000'00ull | (digest.value() & 0xffff'ffff);  // no host's address
  return {0, detour_priority - 1, 0, "dl_dst=" + mac_text(mac), "drop"};
}

std::vector<SwitchProgram> DetourTables::plain(const CableSet& routes) const {
  std::vector<SwitchProgram> programs = base_;
  const std::vector<bool> tree = broadcast_tree(network_, [&](PortId p) { return routes.has(p); });
  for (SwitchId s = 0; s < network_.switches(); ++s)
    for (FlowRule& rule : programs[s].rules)
      if (rule.priority == RulePriority::to_many) rule.actions = to_many_actions(s, tree);
  for (const Detour& detour : detours(routes))
    for (std::string& match : matches(detour.to))
      programs[detour.at].rules.push_back(
          {0, detour_priority, 0, std::move(match),
           detour.by == no_id ? "drop" : fmt::format("output:{}", number(detour.by))});
  if (routes != CableSet(network_))
    for (SwitchProgram& program : programs) program.rules.push_back(mark_of(routes));
  return programs;
}

std::vector<SwitchProgram> DetourTables::stamped(const CableSet& routes, std::uint32_t version,
                                                 std::uint32_t slot) const {
  std::vector<SwitchProgram> programs = plain(routes);
  for (SwitchId s = 0; s < network_.switches(); ++s) {
    std::vector<bool> to_host;
    for (PortId p = network_.first_port[s]; p < network_.first_port[s + 1]; ++p)
      to_host.push_back(!joins_switches(network_, p));
    programs[s] = fabric::stamped(programs[s], slot, cookie_of(version), ports_[s], to_host);
    sort_program(programs[s]);
  }
  return programs;
}

std::vector<StandIn> DetourTables::stand_ins(const CableSet& routes) const {
  std::vector<StandIn> all;
  for (const Detour& detour : detours(routes))
    for (const PortId p : usual(detour.at, detour.to))
      if (!routes.has(p) && detour.by != no_id)
        for (std::string& match : matches(detour.to))
          all.push_back({detour.at, std::move(match), p, detour.by});
  return all;
}

Result<ProgramWalk> DetourTables::walk(const CableSet& routes) const {
  std::vector<std::uint64_t> macs;
  for (HostId h = 0; h < network_.hosts; ++h) macs.push_back(mac_of(plan_.address(h)));
  return ProgramWalk::of(network_, stamped(routes, 1, 0), ports_, std::move(macs));
}

Problems DetourTables::prove(const CableSet& routes, const CableSet& promised) const {
  constexpr std::uint64_t most_pairs = 100'000;
  const std::vector<SwitchId> part = parts_of(network_, promised);
  const auto frames = walk(routes);
  if (!frames) return frames.problems();
  std::vector<HostId> hosts;
  const bool every = std::uint64_t{network_.hosts} * network_.hosts <= most_pairs;
  for (const std::vector<HostId>& of_one : hosts_)
    hosts.insert(hosts.end(), of_one.begin(), every ? of_one.end() : of_one.begin() + 1);
  for (const HostId from : hosts)
    for (const HostId to : hosts) {
      if (from == to || part[network_.switch_of_host(from)] != part[network_.switch_of_host(to)]) continue;
      const ProgramWalk::Way way = frames->follow(from, to, ipv4);
      std::string wrong = way.delivered ? "" : way.failure;
      for (const ProgramWalk::Visit& visit : way.visits)
        if (visit.out != no_id && !routes.has(visit.out)) wrong = "it crosses a cable that is to be off";
      if (!wrong.empty())
        return {
            {fmt::format("{} -> {}", host_name(network_, from), host_name(network_, to)), wrong,
             "no switch was changed; please report it with the file of the network: these tables are ebb's"}};
    }
  return {};
}

std::vector<std::vector<PortId>> DetourTables::ports_of_pairs(const CableSet& routes) const {
  const auto frames = walk(routes);
  if (!frames) return {};
  std::vector<std::vector<PortId>> ports(std::size_t{network_.hosts} * network_.hosts);
  for (const std::vector<HostId>& from : hosts_)
    for (const std::vector<HostId>& to : hosts_) {
      if (&from == &to) continue;
      std::vector<PortId> way;
      for (const ProgramWalk::Visit& visit : frames->follow(from.front(), to.front(), ipv4).visits)
        if (visit.out != no_id && joins_switches(network_, visit.out)) way.push_back(visit.out);
      for (const HostId a : from)
        for (const HostId b : to) ports[std::size_t{a} * network_.hosts + b] = way;
    }
  return ports;
}

}  // namespace ebb::inline fabric
