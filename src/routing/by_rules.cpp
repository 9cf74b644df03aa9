#include "routing/by_rules.hpp"

#include <fmt/format.h>

#include <numeric>

#include "base/ensure.hpp"
#include "rules/make_table.hpp"

namespace ebb::inline routing {
namespace {

/// The trees of flat tables have an entry for every host at every switch.
constexpr std::uint64_t most_flat_entries = 100'000'000;

/// A switch's own hosts are delivered to by their own ports, wherever a frame comes from and whatever is
/// busy. Then route() need not ask the tree.
void ensure_delivery(const BlockRouting& blocks, SwitchId s, const AddressPlan& plan,
                     const ForwardingTable& table) {
  if (blocks.place(s).access == no_id) return;
  for (HostId host : blocks.hosts_of(blocks.place(s).access)) {
    const auto rules = winners(table, {plan.address(host), plan.address(0), 0, from_host});
    ENSURE(rules.size() == 1 && rules[0]->out_port == blocks.towards(s, host).ports[0]);
  }
}

}  // namespace

Problems ByRules::check() const {
  Problems problems;
  if (alternatives < 0 || alternatives > 200)
    problems.push_back({"alternatives", fmt::format("is {}", alternatives),
                        "0 to 200; more than there are other ports make no difference"});
  if (kind != Adaptivity::none && organisation != Organisation::compacted)
    problems.push_back({"organisation", "cannot be chosen for tables with conditions, which are compacted",
                        "leave it out, or set kind = \"unconditional\""});
  return problems;
}

Problems ByRules::check(const Network& network) const {
  const auto blocks = block_routing(network.shape);
  if (!blocks)
    return {{"name", "has tables without deadlock for butterflies, folded Clos networks and dragonflies only",
             "\"shortest_path\" routes on any network"}};
  if (network.switches() > switch_bits)
    return {{"name", fmt::format("cannot number {} switches", network.switches()),
             "\"shortest_path\" has no such limit"}};
  if (!blocks->has_ways(kind))
    return {{"kind", fmt::format("is {}, but this topology has no such other ways", name_of(kind)),
             kind == Adaptivity::minimal
                 ? "a dragonfly has one shortest way to a group: kind = \"non_minimal\" or \"unconditional\""
                 : "up and down are the only ways of a Clos: kind = \"minimal\" or \"unconditional\""}};
  if (organisation == Organisation::flat &&
      std::uint64_t{network.hosts} * network.switches() > most_flat_entries)
    return {{"organisation",
             fmt::format("is flat, which takes {} rules on each of {} switches", network.hosts,
                         network.switches()),
             "\"per switch\", \"per group\" or \"compacted\" fit into memory"}};
  return {};
}

Conditions ByRules::conditions() const {
  const bool by_queue = trigger == Trigger::queue || trigger == Trigger::always;
  const Signal signal = by_queue ? Signal::queue : Signal::pause;
  return {kind, static_cast<std::uint32_t>(alternatives), signal,
          trigger == Trigger::pause ? Signal::pause : Signal::queue};
}

ForwardingTable ByRules::table_of(const BlockRouting& blocks, SwitchId s) const {
  return kind == Adaptivity::none ? make_table(blocks, s, organisation)
                                  : conditional_table(blocks, s, conditions());
}

void ByRules::prepare(const Network& network, const std::vector<SwitchId>& own) {
  const auto blocks = block_routing(network.shape);
  const AddressPlan plan = address_plan(*blocks, organisation);
  classes_ = blocks->classes(kind);
  busy_above_ = trigger == Trigger::always ? -1 : threshold.v;
  first_port_ = network.first_port;
  lookup_.begin(network, plan);
  std::vector<SwitchId> all(network.switches());
  std::iota(all.begin(), all.end(), 0);
  for (SwitchId s : own.empty() ? all : own) {
    const ForwardingTable table = table_of(*blocks, s);
    ensure_delivery(*blocks, s, plan, table);
    lookup_.add(s, network.ports_of(s), table);
  }
  lookup_.finish();
}

}  // namespace ebb::inline routing
