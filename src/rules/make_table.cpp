#include "rules/make_table.hpp"

#include <algorithm>

#include "base/ensure.hpp"
#include "base/random.hpp"
#include "rules/compact.hpp"
#include "rules/spread.hpp"

namespace ebb::inline rules {
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
  const auto destinations = destination_blocks(routing, s, organisation);
  table.rules.reserve(destinations.size());
  for (const DestinationBlock& block : destinations) {
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
    const auto same = [&](const Bundle& b) { return b.ports == bundle.ports; };
    if (bundle.ports[0] >= guess_.size()) guess_.resize(bundle.ports[0] + 1, no_id);
    std::uint32_t& guess = guess_[bundle.ports[0]];
    if (guess != no_id && same(bundles_[guess])) return guess;
    const auto found = guess == no_id ? bundles_.end() : std::find_if(bundles_.begin(), bundles_.end(), same);
    guess = static_cast<std::uint32_t>(found - bundles_.begin());
    if (found == bundles_.end()) bundles_.push_back(bundle);
    return guess;
  }
  const Bundle& operator[](std::uint32_t number) const { return bundles_[number]; }

 private:
  std::vector<Bundle> bundles_;
  std::vector<std::uint32_t>
      guess_;  ///< the latest bundle that begins with a port: nearly always the right one
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
    ENSURE((match.mask & finer.mask) == 0);  // the field is below those that tell the blocks apart
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
  Bundle bundle;
  const auto destinations = destination_blocks(routing, s, Organisation::per_group);
  std::vector<BlockOutput> blocks;
  blocks.reserve(destinations.size());
  for (const DestinationBlock& block : destinations) {
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
  const bool by_group = organisation != Organisation::per_switch && routing.has_groups();
  const auto add_switches = [&](std::uint32_t first, std::uint32_t end) {
    for (std::uint32_t access = first; access < end; ++access) {
      if (access != here.access)
        blocks.push_back({routing.first_host_of(access), AddressLevel::access_switch, access});
      else
        for (HostId h : routing.hosts_of(access)) blocks.push_back({h, AddressLevel::host, h});
    }
  };
  if (!by_group) add_switches(0, sizes.access_switches);
  for (std::uint32_t g = 0; by_group && g < sizes.groups; ++g) {
    const std::uint32_t first = g * sizes.group_size;
    if (g == here.group)
      add_switches(first, std::min(first + sizes.group_size, sizes.access_switches));
    else
      blocks.push_back({routing.first_host_of(first), AddressLevel::group, g});
  }
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

}  // namespace ebb::inline rules
