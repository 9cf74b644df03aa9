#include "rules/tables/conditional_table.hpp"

#include <algorithm>

#include "base/ensure.hpp"
#include "rules/tables/compacted_table.hpp"

namespace ebb::inline rules {
namespace {

Rule conditional(std::size_t stage, Signal signal) {
  Rule rule;
  rule.stage = static_cast<std::uint8_t>(stage);
  rule.condition.signal = signal;
  return rule;
}

/// Where several ports are equivalent, the others are alternatives. The last one has no condition.
ForwardingTable other_ports(const BlockRouting& routing, SwitchId s, const Conditions& conditions) {
  ForwardingTable table;
  for (const CompactedEntry& entry : compacted_entries(routing, s, false)) {
    const std::size_t others = std::min<std::size_t>(conditions.alternatives, entry.bundle.ports.size() - 1);
    for (std::size_t stage = 0; stage <= others; ++stage)
      add_rules(routing, s, conditions.kind, entry, stage,
                conditional(stage, stage < others ? conditions.signal : Signal::none), table);
  }
  return table;
}

/// The rules of a switch's own hosts: all bits are compared, whatever the later stages contain.
void add_own_hosts(const BlockRouting& routing, SwitchId s, ForwardingTable& table) {
  for (HostId host : routing.hosts_of(routing.place(s).access))
    table.rules.push_back({.destination = routing.plan().block(host, AddressLevel::host),
                           .priority = 1,
                           .out_port = routing.towards(s, host).ports[0]});
}

/// One stage per field of the address above the hosts. A rule compares this one field only.
ForwardingTable field_by_field(const BlockRouting& routing, SwitchId s, const Conditions& conditions) {
  const AddressPlan& plan = routing.plan();
  const Address outside = all_address_bits >> plan.bits() << plan.bits();
  const HostId own = routing.first_host_of(routing.place(s).access);
  const std::size_t fields = plan.fields().size() - 1;
  ForwardingTable table;
  add_own_hosts(routing, s, table);
  for (std::size_t f = 0; f < fields; ++f) {
    const AddressField& field = plan.fields()[f];
    const std::uint32_t mine = own / field.hosts_below % field.values;
    const std::vector<Ternary> values = plan.values_of(f);
    for (std::uint32_t value = 0; value < field.values; ++value) {
      if (value == mine) continue;
      const HostId there = own + value * field.hosts_below - mine * field.hosts_below;
      const CompactedEntry entry{
          {values[value].value, values[value].mask | outside}, 0, routing.towards(s, there), false};
      add_rules(routing, s, conditions.kind, entry, 0,
                conditional(f, f + 1 < fields ? conditions.signal : Signal::none), table);
    }
  }
  return table;
}

/// Detours: injection port i begins the j-th one by the detour port i + j.
void add_detours(const BlockRouting& routing, SwitchId s, const std::vector<std::uint32_t>& ports,
                 const Conditions& conditions, ForwardingTable& table) {
  const std::size_t detours = std::min<std::size_t>(conditions.alternatives, ports.size());
  const Address outside = all_address_bits >> routing.plan().bits() << routing.plan().bits();
  std::size_t i = 0;
  for (HostId host : routing.hosts_of(routing.place(s).access)) {
    for (std::size_t j = 0; j < detours; ++j) {
      Rule rule = conditional(j + 1, j + 1 < detours ? conditions.signal : Signal::none);
      rule.destination = {0, outside};
      rule.in_port = routing.towards(s, host).ports[0];
      rule.out_port = ports[(i + j) % ports.size()];
      if (rule.condition.signal != Signal::none) rule.condition.port = rule.out_port;
      table.rules.push_back(rule);
    }
    ++i;
  }
}

ForwardingTable with_detours(const BlockRouting& routing, SwitchId s, const Conditions& conditions) {
  const std::vector<std::uint32_t> ports = routing.detour_ports(s);
  const bool any = !ports.empty() && conditions.alternatives > 0;
  ForwardingTable table;
  for (const CompactedEntry& entry : compacted_entries(routing, s, any)) {
    const bool own = std::find(ports.begin(), ports.end(), entry.bundle.ports[0]) != ports.end();
    const Signal signal = own ? conditions.own_signal : conditions.signal;
    add_rules(routing, s, conditions.kind, entry, 0, conditional(0, entry.detours ? signal : Signal::none),
              table);
  }
  if (any) add_detours(routing, s, ports, conditions, table);
  return table;
}

}  // namespace

ForwardingTable conditional_table(const BlockRouting& routing, SwitchId s, const Conditions& conditions) {
  ENSURE(s < routing.sizes().switches && routing.has_paths(conditions.kind));
  if (conditions.kind == Adaptivity::none) return compacted_table(routing, s);
  ForwardingTable table = conditions.kind == Adaptivity::non_minimal ? with_detours(routing, s, conditions)
                          : routing.hops_by_field()                  ? field_by_field(routing, s, conditions)
                                                                     : other_ports(routing, s, conditions);
  sort_rules(table);
  return table;
}

}  // namespace ebb::inline rules
