#include "rules/count.hpp"

#include <algorithm>
#include <numeric>

#include "network/distance.hpp"
#include "rules/make_table.hpp"

namespace ebb {
namespace {

void include(std::optional<RuleRange>& range, std::uint64_t rules) {
  if (!range) range = RuleRange{rules, rules};
  range->lowest = std::min(range->lowest, rules);
  range->highest = std::max(range->highest, rules);
}

std::optional<RuleRange>& range_of(RuleCounts& counts, Organisation organisation) {
  return counts.of[static_cast<std::size_t>(organisation)];
}

/// The switches whose compacted tables are counted.
std::vector<SwitchId> switches_to_compact(const BlockRouting& routing) {
  if (routing.compacts_alike()) return routing.kinds();
  const BlockSizes& sizes = routing.sizes();
  const std::uint64_t blocks_per_group =
      destination_blocks(routing, 0, Organisation::per_group).size() * sizes.group_size;
  const std::uint64_t affordable = std::max<std::uint64_t>(1, most_blocks_compacted / blocks_per_group);
  std::uint64_t step = (sizes.groups + affordable - 1) / affordable;
  for (const AddressField& field : routing.plan().fields())
    if (field.name == "group")
      while (std::gcd(step, field.values) != 1) ++step;
  std::vector<SwitchId> chosen;
  for (SwitchId s = 0; s < sizes.switches; ++s) {
    const std::uint32_t group = routing.place(s).group;
    if (group % step == 0 || group + 1 == sizes.groups) chosen.push_back(s);
  }
  return chosen;
}

RuleCounts count(const BlockRouting& routing, bool compact) {
  RuleCounts counts;
  for (Organisation organisation : {Organisation::flat, Organisation::per_switch, Organisation::per_group}) {
    if (organisation == Organisation::per_group && !routing.has_groups()) continue;
    for (SwitchId s : routing.kinds())
      include(range_of(counts, organisation), destination_blocks(routing, s, organisation).size());
  }
  if (!compact) return counts;
  for (SwitchId s : switches_to_compact(routing)) {
    include(range_of(counts, Organisation::compacted),
            make_table(routing, s, Organisation::compacted).rules.size());
    ++counts.tables_compacted;
  }
  return counts;
}

}  // namespace

std::optional<RuleCounts> count_rules(const Shape& shape) {
  const auto routing = block_routing(shape);
  if (!routing) return std::nullopt;
  return count(*routing, true);
}

RuleCounts count_rules(const Network& network) {
  if (const auto counts = count_rules(network.shape)) return *counts;
  const auto hosts = hosts_by_switch(network);
  const bool compact = network.hosts > 0 && network.switches() - std::count(hosts.begin(), hosts.end(), 0u) <=
                                                most_access_compacted;
  return count(*graph_blocks(network, compact), compact);
}

RuleCounts closed_form_rules(const BlockSizes& sizes) {
  RuleCounts counts;
  const std::uint64_t own = sizes.hosts_per_switch, switches = sizes.access_switches - 1;
  include(range_of(counts, Organisation::flat), sizes.hosts);
  include(range_of(counts, Organisation::per_switch), switches + own);
  if (sizes.groups > 1)
    include(range_of(counts, Organisation::per_group), sizes.groups - 1 + sizes.group_size - 1 + own);
  return counts;
}

std::optional<RuleRange> paper_compaction_bounds(const Shape& shape) {
  const auto routing = block_routing(shape);
  if (!routing) return std::nullopt;
  const std::uint64_t ports = routing->ports_of(0);
  if (!std::holds_alternative<DragonflyShape>(shape)) return RuleRange{ports, ports};
  const RuleCounts uncompacted = closed_form_rules(routing->sizes());
  return RuleRange{ports + routing->sizes().group_size - 1, uncompacted[Organisation::per_group]->highest};
}

}  // namespace ebb
