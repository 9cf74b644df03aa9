#include "topology/dragonfly.hpp"

#include <fmt/core.h>

#include <algorithm>
#include <vector>

#include "network/builder.hpp"

namespace ebb::inline topology {
namespace {

/// A value that takes more steps than this to compute is reported as unknown. No sensible dragonfly comes
/// near it.
constexpr std::int64_t most_steps = 8'000'000;

template <class Visit>
void for_each_neighbour(const DragonflyShape& s, SwitchId from, Visit&& visit) {
  const std::uint32_t group = s.group_of(from), position = from % s.group_size;
  for (std::uint32_t other = 0; other < s.group_size; ++other) visit(group * s.group_size + other);
  const std::uint32_t end = std::min(s.slots(), (position + 1) * s.global_ports);
  for (std::uint32_t slot = position * s.global_ports; slot < end; ++slot)
    visit(dragonfly_global_port(s, dragonfly_slot_peer(s, {group, slot})).switch_id);
}

/// For networks of few groups only. A palm tree looks the same from every group.
bool reaches_all_in_two_hops(const DragonflyShape& s) {
  const SwitchId switches = s.groups * s.group_size;
  const SwitchId sources = s.wiring == GlobalWiring::palm_tree ? s.group_size : switches;
  for (SwitchId from = 0; from < sources; ++from) {
    std::vector<bool> reached(switches, false);
    for_each_neighbour(
        s, from, [&](SwitchId via) { for_each_neighbour(s, via, [&](SwitchId to) { reached[to] = true; }); });
    if (std::find(reached.begin(), reached.end(), false) != reached.end()) return false;
  }
  return true;
}

/// Global cables of a group whose two ends are in different halves.
template <class InHalf>
std::int64_t global_cables_cut(const DragonflyShape& s, std::uint32_t group, InHalf&& in_half) {
  std::int64_t cut = 0;
  for (std::uint32_t slot = 0; slot < s.slots(); ++slot)
    cut += in_half({group, slot}) != in_half(dragonfly_slot_peer(s, {group, slot})) ? 1 : 0;
  return cut;
}

}  // namespace

Problems Dragonfly::check() const {
  Problems problems;
  require_at_least(problems, "a", a, 1, "a group is made of switches");
  require_at_least(problems, "p", p, 1, "every switch of this topology has hosts");
  require_at_least(problems, "h", h, 1, "without global ports, use the topology \"complete\"");
  if (g != 0) require_at_least(problems, "g", g, 2, "for a single group, use the topology \"complete\"");
  if (!problems.empty()) return problems;
  const std::int64_t group_ports = saturating_product(a, h);
  if (g > group_ports + 1)
    problems.push_back({"g",
                        fmt::format("is {}, but a*h = {} global ports reach {} groups at most", g,
                                    group_ports, group_ports + 1),
                        "use fewer groups, or more global ports"});
  const std::int64_t switches = saturating_product(a, g ? g : group_ports + 1);
  const std::int64_t ports =
      std::min(most_ports, saturating_product(p, 2)) + std::min(most_ports, a) + std::min(most_ports, h);
  require_buildable(problems, "a", saturating_product(switches, ports));
  return problems;
}

DragonflyShape Dragonfly::shape() const { return {u32(p), u32(a), u32(h), u32(groups()), wiring}; }

/// Between the whole groups of two halves; with an odd number of groups the middle one belongs to neither.
/// The extra cables lead to near groups: where two halves meet, d cables of distance d cross, and across a
/// middle group d - 1.
std::int64_t Dragonfly::cables_between_halves() const {
  const DragonflyShape s = shape();
  const std::int64_t half = groups() / 2, near = s.extra_slots() / 2, opposite = s.extra_slots() % 2;
  return half * half * s.rounds() + (groups() % 2 == 0 ? near * (near + 1) + opposite * half : near * near);
}

/// With an odd number of groups the middle one is halved too: its lower positions go with the lower groups or
/// with the upper ones, whichever cuts fewer cables.
std::int64_t Dragonfly::cables_of_middle_group() const {
  const DragonflyShape s = shape();
  const std::uint32_t middle = s.groups / 2;
  if (s.groups % 2 == 0) return 0;
  std::int64_t least = s.slots();
  for (const bool low : {true, false})
    least = std::min(least, global_cables_cut(s, middle, [&](GlobalSlot at) {
                       const bool low_position = at.slot / s.global_ports < s.group_size / 2;
                       return at.group < middle || (at.group == middle && low_position == low);
                     }));
  return least + a / 2 * (a - a / 2);
}

/// The smaller of two even cuts: one half of the groups from the other, or, which can be smaller with many
/// global cables, the lower positions of every group from the upper ones. (In very small or very unbalanced
/// networks another cut may be smaller still.)
std::int64_t Dragonfly::bisection() const {
  const DragonflyShape s = shape();
  if (s.groups % 2 == 1 && s.slots() > most_steps) return not_known;
  const std::int64_t by_groups = cables_between_halves() + cables_of_middle_group();
  const std::int64_t local = groups() * (a / 2) * (a - a / 2);
  if (local >= by_groups) return by_groups;
  if (groups() * s.slots() > most_steps) return not_known;
  // Groups of odd size assign the odd switch to either half in turn.
  const auto low_half = [&](GlobalSlot at) {
    return at.slot / s.global_ports < (s.group_size + at.group % 2) / 2;
  };
  std::int64_t ends = 0;
  for (std::uint32_t group = 0; group < s.groups; ++group) ends += global_cables_cut(s, group, low_half);
  return std::min(by_groups, local + ends / 2);
}

/// Three hops (local, global, local), unless there are so many global cables, or so few groups, that two do.
std::int64_t Dragonfly::diameter() const {
  if (a == 1) return 1;
  // Two hops outside the group start local-global, global-local or global-global.
  const std::int64_t within_two_hops = h * (2 * a + h - 2);
  if (a * (groups() - 1) > within_two_hops) return 3;
  if (h >= 2 * (groups() - 1)) return 2;  // every switch has a cable to every group
  const std::int64_t sources = wiring == GlobalWiring::palm_tree ? a : a * groups();
  if (saturating_product(sources, saturating_product(a + h, a + h)) > most_steps * 10) return not_known;
  return reaches_all_in_two_hops(shape()) ? 2 : 3;
}

Facts Dragonfly::facts() const {
  Facts f = parts();
  f.bisection_cables = bisection();
  f.diameter = diameter();
  return f;
}

Facts Dragonfly::parts() const {
  const DragonflyShape s = shape();
  Facts f;
  f.switches = f.access_switches = a * groups();
  f.hosts = f.switches * p;
  const std::int64_t global_ends = groups() * s.slots();
  const std::int64_t empty_slots = a * h - s.slots();  // zero or one, at the last switch of each group
  f.ports_most = p + a - 1 + h - (a == 1 ? empty_slots : 0);
  f.ports_least = p + a - 1 + h - empty_slots;
  f.ports_used = f.switches * (p + a - 1) + global_ends;
  f.add_cables(Medium::copper, f.hosts);
  f.add_cables(local_medium, groups() * (a * (a - 1) / 2));
  f.add_cables(Medium::optical, global_ends / 2);
  f.bisection_cables = f.diameter = not_known;
  return f;
}

Network Dragonfly::build(const Cables& cables) const {
  const DragonflyShape s = shape();
  const std::uint32_t full = s.first_global_port() + s.global_ports;
  NetworkBuilder builder;
  const std::uint8_t host_class = builder.add_class(cables.host_link());
  const std::uint8_t local_class = builder.add_class(cables.link("local", local_medium));
  const std::uint8_t global_class = builder.add_class(cables.link("global", Medium::optical));
  for (std::uint32_t group = 0; group < s.groups; ++group) {
    builder.add_switches(s.group_size - 1, full);
    builder.add_switches(1, full - (s.group_size * s.global_ports - s.slots()));
  }
  const std::int64_t hosts = a * groups() * p;
  builder.set_hosts(u32(hosts));
  attach_hosts(builder, hosts, p, host_class);
  for (std::uint32_t group = 0; group < s.groups; ++group) {
    const SwitchId first = group * s.group_size, end = first + s.group_size;
    for (SwitchId from = first; from < end; ++from)
      for (SwitchId to = from + 1; to < end; ++to)
        builder.connect(from, s.local_port(from, to), to, s.local_port(to, from), local_class);
    for (std::uint32_t slot = 0; slot < s.slots(); ++slot) {
      const GlobalSlot peer = dragonfly_slot_peer(s, {group, slot});
      if (peer.group < group) continue;  // connected from the other end
      const GlobalPort here = dragonfly_global_port(s, {group, slot}), there = dragonfly_global_port(s, peer);
      builder.connect(here.switch_id, here.port, there.switch_id, there.port, global_class);
    }
  }
  return builder.finish(s);
}

}  // namespace ebb::inline topology
