// Benito, Figure 11: power of the networks of 300,000 hosts, by topology and by the switches' address lookup.
#include <algorithm>
#include <array>

#include "base/medium.hpp"
#include "base/problem.hpp"
#include "base/units.hpp"
#include "experiment/device/device_file.hpp"
#include "network/folded_clos_shape.hpp"
#include "planner/plan.hpp"
#include "planner/plan_input.hpp"
#include "planner/plan_settings.hpp"
#include "reproduce/reproduce.hpp"
#include "results/plan_result.hpp"
#include "rules/tables/count.hpp"
#include "topology/dragonfly.hpp"
#include "topology/flattened_butterfly.hpp"
#include "topology/folded_clos.hpp"
#include "topology/topology.hpp"

namespace ebb::inline reproduce {
namespace {

constexpr std::int64_t switch_ports = 72;

/// 6.5 groups of 36 pods, each of 36 + 36 switches. Only hosts have electrical cables, here and below.
FoldedClos clos() {
  FoldedClos t;
  t.levels = 4, t.radix = switch_ports, t.pods = 36 * 13 / 2;
  t.local_medium = Medium::optical;
  return t;
}

/// The ports that 15 x 15 x 15 x 6 leaves unused triple the links of the short dimension.
FlattenedButterfly butterfly() {
  FlattenedButterfly t;
  t.c = 15, t.sizes = {15, 15, 15, 6}, t.parallel = {1, 1, 1, 3};
  t.local_medium = Medium::optical;
  return t;
}

/// Balanced: as many global ports as hosts, and twice as many switches in a group. With 463 of 649 possible
/// groups, the unused global ports have extra cables.
Dragonfly dragonfly(std::int64_t global_ports = 18) {
  Dragonfly t;
  t.a = 36, t.p = 18, t.h = global_ports, t.g = 463;
  t.local_medium = Medium::optical;
  return t;
}

struct TableKind {
  std::string_view id, name;
  Addressing addressing;
};

constexpr std::array<TableKind, 5> columns = {{{"cam_flat", "CAM, flat", Addressing::cam},
                                               {"tcam_flat", "TCAM, flat", Addressing::flat},
                                               {"per_switch", "TCAM, per switch", Addressing::per_switch},
                                               {"per_group", "TCAM, per group", Addressing::per_group},
                                               {"compacted", "TCAM, compacted", Addressing::compacted}}};
constexpr std::size_t cam_flat = 0, tcam_flat = 1, per_switch = 2, per_group = 3, compacted = 4;

/// A topology's five bars.
struct Bars {
  std::string_view id, name;
  Facts facts;
  std::array<PlanPower, columns.size()> power;

  double total_mw(std::size_t column) const { return power[column].total().v / 1e6; }
  double tables_mw(std::size_t column) const { return power[column].tables.v / 1e6; }
};

/// Worst case: every port carries 64-byte packets at full rate. The figure has switches only, no adapters.
Bars measure(std::string_view id, std::string_view name, const Topology& topology, const Device& device) {
  PlanInput input;
  input.facts = topology.facts();
  input.switch_device = device;
  input.cables.rate = BitsPerSecond{40'000'000'000};
  input.settings.load = 1, input.settings.packet = Bytes{64}, input.settings.overhead = Bytes{20};
  input.rules = count_rules(topology.network_shape());
  Bars bars{id, name, input.facts, {}};
  for (std::size_t i = 0; i < columns.size(); ++i) {
    input.settings.addressing = columns[i].addressing;
    ENSURE(input.table_entries().has_value());
    bars.power[i] = make_plan(input).power;
  }
  return bars;
}

void add_sizes(Rows& rows, const std::array<Bars, 3>& all) {
  for (const Bars& bars : all) {
    rows.add(fmt::format("{}.switches", bars.id), static_cast<double>(bars.facts.switches));
    rows.add(fmt::format("{}.hosts", bars.id), static_cast<double>(bars.facts.hosts));
  }
  const FoldedClosShape shape = clos().shape();
  rows.add("clos.pod_hosts", shape.levels[1].access * shape.concentration);
  rows.add("clos.stage3_switches", shape.levels[2].per_block);
  rows.add("df.group_hosts", static_cast<double>(dragonfly().a * dragonfly().p));
}

template <class Value>
double least_of(const std::array<Bars, 3>& all, Value value) {
  return std::min({value(all[0]), value(all[1]), value(all[2])});
}
template <class Value>
double most_of(const std::array<Bars, 3>& all, Value value) {
  return std::max({value(all[0]), value(all[1]), value(all[2])});
}

void add_table_claims(Rows& rows, const std::array<Bars, 3>& all) {
  const auto& [clos_bars, butterfly_bars, dragonfly_bars] = all;
  rows.add("tcam_flat.w_per_switch", least_of(all, [](const Bars& b) {
             return b.power[tcam_flat].tables.v / static_cast<double>(b.facts.switches);
           }));
  rows.add("tcam_flat.mw", least_of(all, [](const Bars& b) { return b.tables_mw(tcam_flat); }));
  rows.add("per_switch.mw", (clos_bars.tables_mw(per_switch) + butterfly_bars.tables_mw(per_switch) +
                             dragonfly_bars.tables_mw(per_switch)) /
                                3);
  const double over_cam =
      most_of(all, [](const Bars& b) { return b.tables_mw(per_switch) / b.tables_mw(cam_flat); });
  const double total_over_cam =
      most_of(all, [](const Bars& b) { return b.total_mw(per_switch) / b.total_mw(cam_flat); });
  rows.add_statement("per_switch.over_cam", over_cam, {.below = 1 + near_share},
                     fmt::format("whole switches draw {:.2f} times as much at most", total_over_cam));
  rows.add_unprinted("per_switch.total_over_cam",
                     "per-switch TCAM over flat CAM: power of all switches, most of the three topologies",
                     "times", total_over_cam);
  const double over_compact =
      most_of(all, [](const Bars& b) { return 100 * (b.total_mw(per_group) / b.total_mw(compacted) - 1); });
  rows.add_statement("per_group.over_compact_percent", over_compact, {.below = 100 * alike_share});
  const double over_next = dragonfly_bars.total_mw(compacted) /
                           std::min(clos_bars.total_mw(compacted), butterfly_bars.total_mw(compacted));
  rows.add_statement("best.topology", over_next, {.below = 1});
}

void add_savings(Rows& rows, const std::array<Bars, 3>& all, const Bars& full_dragonfly) {
  const double reference = all[0].total_mw(cam_flat);
  const double compaction = 100 * (1 - all[0].total_mw(compacted) / reference);
  const double total = 100 * (1 - all[2].total_mw(compacted) / reference);
  const double with_all_ports = 100 * (1 - full_dragonfly.total_mw(compacted) / reference);
  rows.add("saved.compaction_percent", compaction);
  rows.add("saved.topology_percent", total - compaction);
  rows.add("saved.total_percent", total,
           fmt::format("with the 72nd port of each dragonfly switch in use, too, {:.1f} %", with_all_ports));
  rows.add("saved.abstract_percent", total);
}

/// The components of Figure 11, whose bars are not available.
void add_figure(Rows& rows, const Bars& bars) {
  for (std::size_t i = 0; i < columns.size(); ++i) {
    const PlanPower& power = bars.power[i];
    const auto add = [&](std::string_view id, std::string_view what, Watts watts) {
      rows.add_unprinted(fmt::format("figure11.{}.{}.{}_mw", bars.id, columns[i].id, id),
                         fmt::format("{}, {}: {}", bars.name, columns[i].name, what), "MW", watts.v / 1e6);
    };
    add("logic", "CPU and logic", power.switch_base);
    add("ports", "ports", power.ports);
    add("buffers", "buffers", power.buffers);
    add("tables", "tables", power.tables);
    add("total", "total", power.total());
  }
}

}  // namespace

Problems reproduce_benito_power(Rows& rows, const Effort&) {
  const auto device = find_device("benito-72", "");
  if (!device) return device.problems();
  const std::array<Bars, 3> all = {measure("clos", "folded Clos", clos(), *device),
                                   measure("fb", "flattened butterfly", butterfly(), *device),
                                   measure("df", "dragonfly", dragonfly(), *device)};
  add_sizes(rows, all);
  add_table_claims(rows, all);
  add_savings(rows, all, measure("df", "dragonfly", dragonfly(19), *device));
  for (const Bars& bars : all) add_figure(rows, bars);
  return {};
}

}  // namespace ebb::inline reproduce
