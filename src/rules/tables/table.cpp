#include "rules/tables/table.hpp"

#include <algorithm>
#include <tuple>

#include "base/ensure.hpp"

namespace ebb::inline rules {

std::uint32_t lookup(const ForwardingTable& table, const Header& header) {
  const Rule* rule = followed(table, header, [](Signal, std::uint32_t, ServiceClass) { return false; });
  return rule ? rule->out_port : no_id;
}

std::vector<const Rule*> winners(const ForwardingTable& table, const Header& header) {
  std::vector<const Rule*> all;
  for (const Rule& rule : table.rules) {
    if (!all.empty() && all.back()->stage == rule.stage) continue;
    if (!rule.matches(header)) continue;
    all.push_back(&rule);
    if (rule.condition.signal == Signal::none) break;
  }
  return all;
}

TableIndex::TableIndex(const ForwardingTable& table) {
  for (const Rule& rule : table.rules) {
    ENSURE(rule.stage == 0 && rule.service == any_class);
    const auto same = [&](const Tuple& t) {
      return t.priority == rule.priority && t.destination_mask == rule.destination.mask &&
             t.source_mask == rule.source.mask && t.any_in_port == (rule.in_port == no_id);
    };
    // Rules come in descending priority, so only the tuples of the current priority, at the end, can match.
    auto found = tuples_.end();
    for (auto t = tuples_.rbegin(); t != tuples_.rend() && t->priority == rule.priority; ++t)
      if (same(*t)) {
        found = std::prev(t.base());
        break;
      }
    if (found == tuples_.end())
      found = tuples_.insert(
          tuples_.end(),
          Tuple{rule.destination.mask, rule.source.mask, rule.in_port == no_id, rule.priority, {}});
    found->keys.push_back({rule.destination.value, rule.source.value, rule.in_port, rule.out_port});
  }
  for (Tuple& tuple : tuples_) std::sort(tuple.keys.begin(), tuple.keys.end());
}

std::uint32_t TableIndex::lookup(const Header& header) const {
  for (const Tuple& tuple : tuples_) {
    const Key wanted{header.destination & tuple.destination_mask, header.source & tuple.source_mask,
                     tuple.any_in_port ? no_id : header.in_port, 0};
    const auto found = std::lower_bound(tuple.keys.begin(), tuple.keys.end(), wanted);
    if (found != tuple.keys.end() && std::tie(found->destination, found->source, found->in_port) ==
                                         std::tie(wanted.destination, wanted.source, wanted.in_port))
      return found->out_port;
  }
  return no_id;
}

}  // namespace ebb::inline rules
