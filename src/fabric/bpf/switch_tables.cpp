#include "fabric/bpf/switch_tables.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "base/problem.hpp"
#include "rules/tables/address.hpp"

namespace ebb::inline fabric {
namespace {

/// The two reserved bits of a destination are always compared, as in OpenFlow.
constexpr std::uint64_t reserved_bits = 0x0300'0000'0000;

Result<KernelRule> kernel_rule(const Rule& rule) {
  const Condition& condition = rule.condition;
  KernelRule made{rule.out_port, KernelSignal::none, condition.port, condition.while_busy};
  if (condition.signal == Signal::none) return made;
  if (condition.signal != Signal::queue)
    return Problem{
        "trigger",
        "needs pauses or congestion notifications, which the ports of a lab neither send nor receive",
        "set rules.trigger = \"queue\""};
  made.signal = KernelSignal::own_queue;
  return made;
}

}  // namespace

Result<KernelTables> kernel_tables(const ForwardingTable& table) {
  std::vector<const Rule*> order;
  for (const Rule& rule : table.rules) order.push_back(&rule);
  std::stable_sort(order.begin(), order.end(), [](const Rule* a, const Rule* b) {
    return a->stage != b->stage ? a->stage < b->stage : a->priority > b->priority;
  });
  KernelTables tables;
  std::uint32_t priority = 0;
  std::size_t same_rank = 0;  // the first tuple of this stage and priority
  for (const Rule* rule : order) {
    const bool any_source = rule->source.mask == 0;
    const KernelTuple wanted{mac_of(rule->destination.mask) | reserved_bits,
                             any_source ? 0 : mac_of(rule->source.mask) | reserved_bits, rule->stage,
                             rule->in_port != no_id};
    if (tables.tuples.empty() || tables.tuples.back().stage != rule->stage || priority != rule->priority)
      same_rank = tables.tuples.size(), priority = rule->priority;
    auto tuple = std::find(tables.tuples.begin() + static_cast<std::ptrdiff_t>(same_rank),
                           tables.tuples.end(), wanted);
    if (tuple == tables.tuples.end()) tuple = tables.tuples.insert(tuple, wanted);
    const auto made = kernel_rule(*rule);
    if (!made) return made.problems();
    tables.rules.push_back({{mac_of(rule->destination.value), any_source ? 0 : mac_of(rule->source.value),
                             static_cast<std::uint32_t>(tuple - tables.tuples.begin()), rule->in_port},
                            *made});
  }
  if (tables.tuples.size() > most_kernel_tuples || tables.rules.size() > most_kernel_rules)
    return Problem{
        "organisation",
        fmt::format("makes {} rules with {} combinations of masks and priorities, but a switch in "
                    "the kernel holds {} and {}",
                    tables.rules.size(), tables.tuples.size(), most_kernel_rules, most_kernel_tuples),
        "build a smaller network of the same kind: --set topology.…"};
  return tables;
}

}  // namespace ebb::inline fabric
