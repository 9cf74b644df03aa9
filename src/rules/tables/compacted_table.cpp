#include "rules/tables/compacted_table.hpp"

#include <algorithm>
#include <tuple>

#include "base/ensure.hpp"
#include "rules/tables/compact.hpp"
#include "rules/tables/destination_blocks.hpp"
#include "rules/tables/spread.hpp"

namespace ebb::inline rules {
namespace {

/// Numbers the different bundles of a switch, those for detours separately.
class Outputs {
 public:
  std::uint32_t number_of(const Bundle& bundle, bool detours) {
    const auto same = [&](const Output& o) { return o.bundle.ports == bundle.ports && o.detours == detours; };
    const std::size_t key = 2 * std::size_t{bundle.ports[0]} + detours;
    if (key >= guess_.size()) guess_.resize(key + 1, no_id);
    std::uint32_t& guess = guess_[key];
    if (guess != no_id && same(outputs_[guess])) return guess;
    const auto found = guess == no_id ? outputs_.end() : std::find_if(outputs_.begin(), outputs_.end(), same);
    guess = static_cast<std::uint32_t>(found - outputs_.begin());
    if (found == outputs_.end()) outputs_.push_back({bundle, detours});
    return guess;
  }
  const Bundle& bundle(std::uint32_t number) const { return outputs_[number].bundle; }
  bool detours(std::uint32_t number) const { return outputs_[number].detours; }

 private:
  struct Output {
    Bundle bundle;
    bool detours;
  };
  std::vector<Output> outputs_;
  /// The latest output that begins with a port, a guess that is nearly always right.
  std::vector<std::uint32_t> guess_;
};

}  // namespace

std::vector<CompactedEntry> compacted_entries(const BlockRouting& routing, SwitchId s, bool split_detours) {
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
    const bool detours = split_detours && routing.may_detour(s, block.host);
    blocks.push_back({match, outputs.number_of(bundle, detours)});
  }
  const Address outside = all_address_bits & ~inside;
  std::vector<CompactedEntry> entries;
  for (const CompactEntry& e : compact(std::move(blocks)))
    entries.push_back({{e.match.value, e.match.mask | outside},
                       e.rank,
                       outputs.bundle(e.output),
                       outputs.detours(e.output)});
  return entries;
}

void add_rules(const BlockRouting& routing, SwitchId s, Adaptivity kind, const CompactedEntry& entry,
               std::size_t shift, const Rule& like, ForwardingTable& table) {
  const std::vector<std::uint32_t>& ports = entry.bundle.ports;
  std::vector<SpreadPart> parts(1);
  if (ports.size() > 1)
    parts = spread(routing.plan(), entry.bundle.source_field, entry.bundle.destination_field, ports.size());
  for (std::size_t i = 0; i < parts.size(); ++i) {
    const Ternary& finer = parts[i].destination;
    ENSURE((entry.match.mask & finer.mask) == 0);  // the field is below those that distinguish the blocks
    Rule rule = like;
    rule.destination = {entry.match.value | finer.value, entry.match.mask | finer.mask};
    rule.source = parts[i].source;
    rule.priority = entry.rank;
    rule.out_port = rule.condition.port = ports[(i + shift) % ports.size()];
    rule.change = routing.class_change(s, rule.out_port, kind);
    if (rule.condition.signal == Signal::none) rule.condition = {};
    table.rules.push_back(rule);
  }
}

ForwardingTable compacted_table(const BlockRouting& routing, SwitchId s) {
  ForwardingTable table;
  for (const CompactedEntry& entry : compacted_entries(routing, s, false))
    add_rules(routing, s, Adaptivity::none, entry, 0, {}, table);
  sort_rules(table);
  return table;
}

void sort_rules(ForwardingTable& table) {
  std::stable_sort(table.rules.begin(), table.rules.end(), [](const Rule& a, const Rule& b) {
    return std::tuple(a.stage, b.priority) < std::tuple(b.stage, a.priority);
  });
}

}  // namespace ebb::inline rules
