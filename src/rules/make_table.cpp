#include "rules/make_table.hpp"

#include <algorithm>
#include <map>

#include "base/ensure.hpp"
#include "base/random.hpp"
#include "rules/compact.hpp"
#include "rules/spread.hpp"

namespace ebb {
namespace {

/// Which of its ports a block uses where there is no wildcard to share them out: consecutive blocks take
/// turns, and every round of turns begins elsewhere on every switch. With the same turns everywhere a switch
/// would get only destinations for which it chooses one and the same port.
std::uint32_t port_of(const Bundle& bundle, SwitchId s, std::uint32_t block) {
  const std::size_t ports = bundle.ports.size(), round = block / ports;
  return bundle.ports[(block + mix_bits((std::uint64_t{s} << 32) + round)) % ports];
}

ForwardingTable one_rule_per_block(const BlockRouting& routing, SwitchId s, Organisation organisation) {
  const AddressPlan plan = address_plan(routing, organisation);
  ForwardingTable table;
  Bundle bundle;
  for (const DestinationBlock& block : destination_blocks(routing, s, organisation)) {
    routing.find_ports(s, block.host, bundle);
    const std::uint32_t port = port_of(bundle, s, block.number);
    table.rules.push_back({plan.block(block.host, block.level), {}, no_id, 0, port});
  }
  return table;
}

/// Numbers the different bundles of a switch.
class Outputs {
 public:
  std::uint32_t number_of(const Bundle& bundle) {
    if (!bundles_.empty() && bundles_[latest_].ports == bundle.ports) return latest_;  // neighbours are alike
    const auto [found, is_new] =
        numbers_.try_emplace(bundle.ports, static_cast<std::uint32_t>(bundles_.size()));
    if (is_new) bundles_.push_back(bundle);
    return latest_ = found->second;
  }
  const Bundle& operator[](std::uint32_t number) const { return bundles_[number]; }

 private:
  std::map<std::vector<std::uint32_t>, std::uint32_t> numbers_;
  std::vector<Bundle> bundles_;
  std::uint32_t latest_ = 0;
};

void add_rules(const AddressPlan& plan, const CompactEntry& entry, const Bundle& bundle,
               ForwardingTable& table) {
  const Address outside = all_address_bits >> plan.bits() << plan.bits();
  const Ternary match{entry.match.value, entry.match.mask | outside};
  if (bundle.ports.size() == 1) {
    table.rules.push_back({match, {}, no_id, entry.rank, bundle.ports[0]});
    return;
  }
  const std::vector<SpreadPart> parts =
      spread(plan, bundle.source_field, bundle.destination_field, bundle.ports.size());
  for (std::size_t i = 0; i < parts.size(); ++i) {
    const Ternary& finer = parts[i].destination;
    ENSURE((match.mask & finer.mask) ==
           0);  // the field is below all that tell the bundle's blocks from others
    table.rules.push_back({{match.value | finer.value, match.mask | finer.mask},
                           parts[i].source,
                           no_id,
                           entry.rank,
                           bundle.ports[i]});
  }
}

ForwardingTable compacted(const BlockRouting& routing, SwitchId s) {
  const AddressPlan& plan = routing.plan();
  const Address inside = ~(all_address_bits << plan.bits());
  Outputs outputs;
  std::vector<BlockOutput> blocks;
  Bundle bundle;
  for (const DestinationBlock& block : destination_blocks(routing, s, Organisation::per_group)) {
    Ternary match = plan.block(block.host, block.level);
    match.mask &= inside;
    routing.find_ports(s, block.host, bundle);
    if (bundle.source_field == Bundle::no_field) bundle.ports.resize(1);
    blocks.push_back({match, outputs.number_of(bundle)});
  }
  ForwardingTable table;
  for (const CompactEntry& entry : compact(std::move(blocks)))
    add_rules(plan, entry, outputs[entry.output], table);
  std::stable_sort(table.rules.begin(), table.rules.end(),
                   [](const Rule& a, const Rule& b) { return a.priority > b.priority; });
  return table;
}

}  // namespace

std::vector<DestinationBlock> destination_blocks(const BlockRouting& routing, SwitchId s,
                                                 Organisation organisation) {
  const BlockSizes& sizes = routing.sizes();
  const SwitchPlace here = routing.place(s);
  std::vector<DestinationBlock> blocks;
  if (organisation == Organisation::flat) {
    for (HostId h = 0; h < sizes.hosts; ++h) blocks.push_back({h, AddressLevel::host, h});
    return blocks;
  }
  std::uint32_t first = 0, end = sizes.access_switches;  // access switches with a rule of their own
  if (organisation != Organisation::per_switch && routing.has_groups()) {
    for (std::uint32_t g = 0; g < sizes.groups; ++g)
      if (g != here.group)
        blocks.push_back({routing.first_host_of(g * sizes.group_size), AddressLevel::group, g});
    first = here.group == no_id ? end : here.group * sizes.group_size;
    end = std::min(end, first + sizes.group_size);
  }
  for (std::uint32_t access = first; access < end; ++access)
    if (access != here.access)
      blocks.push_back({routing.first_host_of(access), AddressLevel::access_switch, access});
  if (here.access != no_id)
    for (HostId h : routing.hosts_of(here.access)) blocks.push_back({h, AddressLevel::host, h});
  return blocks;
}

AddressPlan address_plan(const BlockRouting& routing, Organisation organisation) {
  return organisation == Organisation::flat ? AddressPlan::flat(routing.sizes().hosts) : routing.plan();
}

ForwardingTable make_table(const BlockRouting& routing, SwitchId s, Organisation organisation) {
  ENSURE(s < routing.sizes().switches);
  return organisation == Organisation::compacted ? compacted(routing, s)
                                                 : one_rule_per_block(routing, s, organisation);
}

ForwardingTable make_table(const Network& network, SwitchId s, Organisation organisation) {
  return make_table(*block_routing(network), s, organisation);
}

}  // namespace ebb
