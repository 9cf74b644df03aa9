#include "rules/tables/single_stage.hpp"

#include <algorithm>
#include <optional>

#include "base/ensure.hpp"

namespace ebb::inline rules {
namespace {

constexpr int no_winner = -1;

/// The headers for which a certain rule of each stage wins, or none of a stage.
struct Part {
  Rule match;
  std::vector<int> ranks;  ///< priority of the winner of each stage; where two parts overlap, the higher wins
  std::vector<std::uint32_t> ports;
  bool open = true;  ///< the next stage may be evaluated
};

std::optional<Ternary> both(const Ternary& a, const Ternary& b) {
  if (((a.value ^ b.value) & a.mask & b.mask) != 0) return std::nullopt;
  return Ternary{a.value | b.value, a.mask | b.mask};
}

/// Returns the part of a part for which the rule wins its stage, empty when they have no header in common.
std::optional<Part> narrowed(const Part& part, const Rule& rule) {
  ENSURE(rule.service == any_class && !rule.condition.while_busy);
  const auto destination = both(part.match.destination, rule.destination);
  const auto source = both(part.match.source, rule.source);
  const bool ports_differ =
      part.match.in_port != no_id && rule.in_port != no_id && part.match.in_port != rule.in_port;
  if (!destination || !source || ports_differ) return std::nullopt;
  Part made = part;
  made.match.destination = *destination, made.match.source = *source;
  if (rule.in_port != no_id) made.match.in_port = rule.in_port;
  made.ranks.push_back(rule.priority);
  if (std::find(made.ports.begin(), made.ports.end(), rule.out_port) == made.ports.end())
    made.ports.push_back(rule.out_port);
  made.open = rule.condition.signal != Signal::none;
  return made;
}

std::vector<Part> parts_of(const ForwardingTable& table) {
  std::vector<Part> parts(1);
  for (auto from = table.rules.begin(); from != table.rules.end();) {
    const auto end =
        std::find_if(from, table.rules.end(), [&](const Rule& rule) { return rule.stage != from->stage; });
    std::vector<Part> next;
    for (Part& part : parts) {
      for (auto rule = from; part.open && rule != end; ++rule)
        if (auto made = narrowed(part, *rule)) next.push_back(std::move(*made));
      part.ranks.push_back(no_winner);
      next.push_back(std::move(part));
    }
    parts = std::move(next), from = end;
  }
  std::erase_if(parts, [](const Part& part) { return part.ports.empty(); });
  return parts;
}

bool covers(const Ternary& wide, const Ternary& narrow) {
  return (wide.mask & ~narrow.mask) == 0 && ((wide.value ^ narrow.value) & wide.mask) == 0;
}

bool covers(const Rule& wide, const Rule& narrow) {
  return covers(wide.destination, narrow.destination) && covers(wide.source, narrow.source) &&
         (wide.in_port == no_id || wide.in_port == narrow.in_port);
}

bool meet(const Rule& a, const Rule& b) {
  return both(a.destination, b.destination) && both(a.source, b.source) &&
         (a.in_port == no_id || b.in_port == no_id || a.in_port == b.in_port);
}

/// In descending priority: without parts that no header reaches, and without those whose headers would leave
/// by the same ports anyway.
std::vector<Part> needed(std::vector<Part> parts) {
  std::vector<Part> reached, kept;
  for (Part& part : parts)
    if (std::none_of(reached.begin(), reached.end(),
                     [&](const Part& r) { return covers(r.match, part.match); }))
      reached.push_back(std::move(part));
  for (std::size_t i = reached.size(); i-- > 0;) {  // the lowest first; `kept` is in ascending order
    const auto below = std::find_if(kept.rbegin(), kept.rend(),
                                    [&](const Part& k) { return meet(k.match, reached[i].match); });
    if (below == kept.rend() || below->ports != reached[i].ports || !covers(below->match, reached[i].match))
      kept.push_back(std::move(reached[i]));
  }
  std::reverse(kept.begin(), kept.end());
  return kept;
}

}  // namespace

std::vector<RuleWithAlternatives> single_stage(const ForwardingTable& table) {
  std::vector<Part> parts = parts_of(table);
  std::stable_sort(parts.begin(), parts.end(),
                   [](const Part& a, const Part& b) { return a.ranks > b.ranks; });
  std::vector<Part> kept = needed(std::move(parts));
  std::vector<RuleWithAlternatives> rules;
  std::uint16_t priority = 0;
  for (std::size_t i = kept.size(); i-- > 0;) {
    if (i + 1 < kept.size() && kept[i].ranks != kept[i + 1].ranks) ++priority;
    Rule rule = kept[i].match;
    rule.priority = priority, rule.out_port = kept[i].ports[0];
    rules.push_back({rule, std::move(kept[i].ports)});
  }
  std::reverse(rules.begin(), rules.end());
  return rules;
}

ForwardingTable defaults_of(const std::vector<RuleWithAlternatives>& rules) {
  ForwardingTable table;
  for (const RuleWithAlternatives& entry : rules) table.rules.push_back(entry.rule);
  return table;
}

}  // namespace ebb::inline rules
