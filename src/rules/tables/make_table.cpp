#include "rules/tables/make_table.hpp"

#include "base/ensure.hpp"
#include "base/random.hpp"
#include "rules/tables/compacted_table.hpp"
#include "rules/tables/destination_blocks.hpp"

namespace ebb::inline rules {
namespace {

/// Returns the port of a block where no wildcard distributes them: consecutive blocks take turns, and every
/// round of turns begins with another port on every switch. With the same turns everywhere a switch would get
/// only destinations for which it selects one and the same port.
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
    table.rules.push_back({.destination = plan.block(block.host, block.level),
                           .out_port = port,
                           .change = routing.class_change(s, port, Adaptivity::none)});
  }
  return table;
}

}  // namespace

AddressPlan address_plan(const BlockRouting& routing, Organisation organisation) {
  return organisation == Organisation::flat ? AddressPlan::flat(routing.sizes().hosts) : routing.plan();
}

ForwardingTable make_table(const BlockRouting& routing, SwitchId s, Organisation organisation) {
  ENSURE(s < routing.sizes().switches);
  return organisation == Organisation::compacted ? compacted_table(routing, s)
                                                 : one_rule_per_block(routing, s, organisation);
}

ForwardingTable make_table(const Network& network, SwitchId s, Organisation organisation) {
  return make_table(*block_routing(network), s, organisation);
}

}  // namespace ebb::inline rules
