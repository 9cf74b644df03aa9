#include "routing/tables/by_rules.hpp"

#include <fmt/format.h>

#include <numeric>

#include "base/ensure.hpp"
#include "rules/tables/address.hpp"
#include "rules/tables/make_table.hpp"

namespace ebb::inline routing {
namespace {

/// The trees of flat tables have an entry for every host at every switch.
constexpr std::uint64_t most_flat_entries = 100'000'000;

/// Checks that a switch delivers to its own hosts by their own ports, whatever the input and whatever is
/// busy. Then route() need not look the rule up.
void ensure_delivery(const BlockRouting& blocks, SwitchId s, const AddressPlan& plan,
                     const ForwardingTable& table) {
  if (blocks.place(s).access == no_id) return;
  for (HostId host : blocks.hosts_of(blocks.place(s).access)) {
    const auto rules = winners(table, {plan.address(host), plan.address(0), 0, from_host});
    ENSURE(rules.size() == 1 && rules[0]->out_port == blocks.towards(s, host).ports[0]);
  }
}

void check_congestion_notification(const ByRules& given, Problems& problems) {
  const auto refuse = [&](const char* key, std::int64_t value, std::int64_t least, std::int64_t most,
                          const char* hint) {
    if (value >= least && value <= most) return;
    problems.push_back({key, fmt::format("is {}, but must be {} to {}", value, least, most), hint});
  };
  constexpr std::int64_t gigabyte = 1 << 30;
  refuse("threshold", given.threshold.v, 1, gigabyte,
         "it is the queue that a switch aims at; half of switch.output_queue or less");
  refuse("sample", given.sample.v, 8, gigabyte, "the standard has \"150000B\"");
  refuse("weight", given.weight, 0, 100, "the standard has 2");
  if (given.hold.v <= 0) problems.push_back({"hold", "must be positive", "for example: \"50us\""});
}

bool looks_at_queues(Trigger trigger) {
  return trigger == Trigger::queue || trigger == Trigger::pause_and_own_queue ||
         trigger == Trigger::congestion_notification;
}

/// Tables without conditions have no trigger settings.
void check_unconditional(const ByRules& given, Problems& problems) {
  const ByRules usual;
  const std::pair<const char*, bool> differs[] = {{"alternatives", given.alternatives != usual.alternatives},
                                                  {"trigger", given.trigger != usual.trigger},
                                                  {"threshold", given.threshold != usual.threshold},
                                                  {"sample", given.sample != usual.sample},
                                                  {"weight", given.weight != usual.weight},
                                                  {"hold", given.hold != usual.hold},
                                                  {"phase", given.phase != usual.phase},
                                                  {"late", given.late != usual.late}};
  for (const auto& [key, set] : differs)
    if (set)
      problems.push_back({key, "has no meaning with kind = \"unconditional\"",
                          "leave it out, or set kind = \"minimal\" or \"non_minimal\""});
}

/// Refuses settings of a trigger that was not selected, which would be silently ignored.
void check_unused(const ByRules& given, Problems& problems) {
  const ByRules usual;
  const auto refuse = [&](const char* key, bool differs, const char* trigger) {
    if (differs)
      problems.push_back({key, fmt::format("has no meaning with trigger = \"{}\"", name_of(given.trigger)),
                          fmt::format("leave it out, or set trigger = \"{}\"", trigger)});
  };
  if (given.kind == Adaptivity::none) return check_unconditional(given, problems);
  if (given.kind == Adaptivity::minimal && given.trigger == Trigger::pause_and_own_queue)
    problems.push_back({"trigger",
                        "is about cables on which detours begin, and kind = \"minimal\" has no detours",
                        "set trigger = \"pause\" or \"queue\", or kind = \"non_minimal\""});
  if (!looks_at_queues(given.trigger)) refuse("threshold", given.threshold != usual.threshold, "queue");
  if (given.trigger != Trigger::congestion_notification) {
    refuse("sample", given.sample != usual.sample, "congestion_notification");
    refuse("weight", given.weight != usual.weight, "congestion_notification");
    refuse("hold", given.hold != usual.hold, "congestion_notification");
  }
  if (given.trigger != Trigger::controller) {
    refuse("phase", given.phase != usual.phase, "controller");
    refuse("late", given.late != usual.late, "controller");
  }
}

}  // namespace

Problems ByRules::check() const {
  Problems problems;
  if (alternatives < 1 || alternatives > 200)
    problems.push_back(
        {"alternatives", fmt::format("is {}, but must be 1 to 200", alternatives),
         "more than there are other ports are all of them; kind = \"unconditional\" has none"});
  if (kind != Adaptivity::none && organisation != Organisation::compacted)
    problems.push_back({"organisation", "cannot be chosen for tables with conditions, which are compacted",
                        "leave it out, or set kind = \"unconditional\""});
  if (trigger == Trigger::congestion_notification) check_congestion_notification(*this, problems);
  check_unused(*this, problems);
  if (trigger == Trigger::controller && phase.v == 0)
    problems.push_back({"phase", "is missing: a controller changes the tables with the traffic",
                        "the length of the traffic's phases, for example: \"1ms\""});
  for (const auto& [key, time] : {std::pair{"phase", phase}, {"late", late}})
    if (time.v < 0) problems.push_back({key, "must not be negative", "for example: \"1ms\""});
  return problems;
}

Problems ByRules::check(const Network& network) const {
  const auto blocks = block_routing(network.shape);
  if (!blocks)
    return {{"name", "works on butterflies, folded Clos networks and dragonflies only",
             "\"shortest_path\" routes on any network"}};
  if (network.switches() > switch_bits)
    return {{"name", fmt::format("cannot number {} switches", network.switches()),
             "\"shortest_path\" has no such limit"}};
  if (!blocks->has_paths(kind))
    return {{"kind", fmt::format("is {}, but this topology has no such other paths", name_of(kind)),
             kind == Adaptivity::minimal
                 ? "a dragonfly has one shortest path to a group: kind = \"non_minimal\" or \"unconditional\""
                 : "up and down are the only paths of a Clos: kind = \"minimal\" or \"unconditional\""}};
  if (kind == Adaptivity::minimal && blocks->hops_by_field() && alternatives != ByRules{}.alternatives)
    return {{"alternatives",
             "has no meaning here: the other dimensions that are left are a butterfly's other paths",
             "leave it out"}};
  if (organisation == Organisation::flat &&
      std::uint64_t{network.hosts} * network.switches() > most_flat_entries)
    return {{"organisation",
             fmt::format("is flat, which takes {} rules on each of {} switches", network.hosts,
                         network.switches()),
             "\"per switch\", \"per group\" or \"compacted\" fit into memory"}};
  return {};
}

SwitchingNeeds ByRules::switching_needs() const {
  if (!has_conditions()) return {};
  SwitchingNeeds needs{.key = "trigger", .instead = "trigger = \"queue\""};
  needs.pauses = trigger == Trigger::pause || trigger == Trigger::pause_and_own_queue;
  needs.congestion_notification = trigger == Trigger::congestion_notification;
  if (looks_at_queues(trigger))
    needs.queue = QueueTrigger{"threshold", threshold,
                               "no queue would ever be longer, and no packet would take another path"};
  if (trigger == Trigger::controller) needs.phase = phase;
  return needs;
}

Conditions ByRules::conditions() const {
  const auto others = static_cast<std::uint32_t>(alternatives);
  switch (trigger) {
    case Trigger::pause:
      return {kind, others, Signal::pause, Signal::pause};
    case Trigger::pause_and_own_queue:
      return {kind, others, Signal::pause, Signal::queue};
    case Trigger::congestion_notification:
      return {kind, others, Signal::congestion_notification, Signal::congestion_notification};
    case Trigger::queue:
    case Trigger::always:
    case Trigger::controller:
      break;
  }
  return {kind, others, Signal::queue, Signal::queue};
}

ForwardingTable ByRules::table_of(const BlockRouting& blocks, SwitchId s) const {
  return kind == Adaptivity::none ? make_table(blocks, s, organisation)
                                  : conditional_table(blocks, s, conditions());
}

/// A notification concerns all destinations of a group, or of a switch where there are no groups.
CongestionNotification ByRules::notification_settings(const BlockRouting& blocks) const {
  CongestionNotification s{threshold.v, weight, sample.v, hold.v, 0, {}};
  const BlockSizes& sizes = blocks.sizes();
  s.groups = blocks.has_groups() ? sizes.groups : sizes.access_switches;
  s.group_of.assign(sizes.switches, 0);
  for (SwitchId i = 0; i < sizes.switches; ++i) {
    const SwitchPlace place = blocks.place(i);
    if (place.access != no_id)
      s.group_of[i] = static_cast<std::uint16_t>(blocks.has_groups() ? place.group : place.access);
  }
  return s;
}

void ByRules::prepare(const Network& network, const std::vector<SwitchId>& own) {
  const auto blocks = block_routing(network.shape);
  const AddressPlan plan = address_plan(*blocks, organisation);
  classes_ = blocks->classes(kind);
  busy_above_ = trigger == Trigger::always ? -1 : threshold.v;
  if (switching_needs().congestion_notification) congestion_notification_ = notification_settings(*blocks);
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
