#include "rules/tables/count.hpp"

#include <algorithm>

#include "network/distance.hpp"
#include "rules/tables/destination_blocks.hpp"
#include "rules/tables/make_table.hpp"

namespace ebb::inline rules {
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
std::vector<SwitchId> switches_to_compact(const BlockRouting& routing, std::uint64_t most_blocks) {
  if (routing.compacts_alike()) return routing.kinds();
  const BlockSizes& sizes = routing.sizes();
  const std::uint64_t blocks_per_group =
      destination_blocks(routing, 0, Organisation::per_group).size() * sizes.group_size;
  const std::uint64_t affordable = std::max<std::uint64_t>(1, most_blocks / blocks_per_group);
  const std::uint64_t step = (sizes.groups + affordable - 1) / affordable;
  const std::uint64_t run = routing.alike_every();
  std::vector<SwitchId> chosen;
  for (SwitchId s = 0; s < sizes.switches; ++s) {
    const std::uint64_t group = routing.place(s).group;
    if (group < 2 * run || group + run >= sizes.groups || group % step == 0) chosen.push_back(s);
  }
  return chosen;
}

/// Without paths, tables cannot be made, but their blocks are known, and each is one rule.
std::uint64_t rules_of(const BlockRouting& routing, SwitchId s, Organisation organisation, bool with_paths) {
  return with_paths ? make_table(routing, s, organisation).rules.size()
                    : destination_blocks(routing, s, organisation).size();
}

RuleCounts count(const BlockRouting& routing, bool with_paths, std::uint64_t most_blocks) {
  RuleCounts counts;
  counts.switches = routing.sizes().switches;
  for (Organisation organisation : {Organisation::flat, Organisation::per_switch, Organisation::per_group}) {
    if (organisation == Organisation::per_group && !routing.has_groups()) continue;
    for (SwitchId s : routing.kinds())
      include(range_of(counts, organisation), rules_of(routing, s, organisation, with_paths));
  }
  if (!with_paths) return counts;
  for (SwitchId s : switches_to_compact(routing, most_blocks)) {
    include(range_of(counts, Organisation::compacted),
            rules_of(routing, s, Organisation::compacted, with_paths));
    ++counts.tables_compacted;
  }
  return counts;
}

}  // namespace

std::optional<RuleCounts> count_rules(const Shape& shape, std::uint64_t most_blocks) {
  const auto routing = block_routing(shape);
  if (!routing) return std::nullopt;
  return count(*routing, true, most_blocks);
}

RuleCounts count_rules(const Network& network) {
  if (const auto counts = count_rules(network.shape)) return *counts;
  if (network.hosts == 0) return {};
  const auto hosts = hosts_by_switch(network);
  const auto access_switches = network.switches() - std::count(hosts.begin(), hosts.end(), 0u);
  const bool with_paths = access_switches <= most_access_compacted && is_connected(network);
  return count(*graph_blocks(network, with_paths), with_paths, ~std::uint64_t{0});
}

std::optional<RuleRange> count_conditional_rules(const Shape& shape, const Conditions& conditions,
                                                 std::uint64_t most_blocks) {
  const auto routing = block_routing(shape);
  std::optional<RuleRange> range;
  if (!routing || !routing->has_paths(conditions.kind)) return range;
  for (SwitchId s : switches_to_compact(*routing, most_blocks))
    include(range, conditional_table(*routing, s, conditions).rules.size());
  return range;
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

}  // namespace ebb::inline rules
