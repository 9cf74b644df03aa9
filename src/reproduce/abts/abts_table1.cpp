// Abts, Table 1: a folded Clos and a flattened butterfly of 32k hosts, and the formulas around it.
#include "base/medium.hpp"
#include "base/problem.hpp"
#include "planner/network_power.hpp"
#include "report/document/number_text.hpp"
#include "reproduce/abts/abts.hpp"
#include "reproduce/reproduce.hpp"
#include "results/plan_result.hpp"
#include "topology/chassis_clos.hpp"
#include "topology/flattened_butterfly.hpp"
#include "topology/topology.hpp"

namespace ebb::inline reproduce {
namespace {

double number(std::int64_t count) { return static_cast<double>(count); }

/// How the table counts a network's links.
struct LinkCount {
  std::int64_t electrical, optical;
};

LinkCount links_of(const FlattenedButterfly& t) {
  const Facts f = t.facts();
  return {f.cables_of(Medium::copper), f.cables_of(Medium::optical)};
}

/// The paper does not state how it counts here. This count gives both of its numbers: each cable that leaves
/// a chassis is optical, and each pair of chips that the backplane joins is one electrical link.
LinkCount links_of(const ChassisClos& t) {
  const Facts f = t.facts();
  const std::int64_t lanes_per_pair =
      (t.radix / 2) / (t.radix / 4);  // a line chip's inner ports over the spines
  return {f.cables_of(Medium::backplane) / lanes_per_pair,
          f.cables_of(Medium::copper) + f.cables_of(Medium::optical)};
}

void add_table(Rows& rows, const std::string& name, const PlanResult& plan, LinkCount links,
               std::int64_t chips) {
  const double gbps = plan.bisection->bits_per_second / 1e9;
  rows.add(name + ".hosts", number(plan.parts.hosts));
  rows.add(name + ".bisection_tbps", gbps / 1e3);
  rows.add(name + ".electrical_links", number(links.electrical));
  rows.add(name + ".optical_links", number(links.optical));
  rows.add(name + ".switch_chips", number(chips));
  rows.add(name + ".power_w", plan.power.total().v);
  rows.add(name + ".w_per_gbps", plan.power.total().v / gbps);
}

/// Ports of one switch of a butterfly on electrical cables: hosts and the first dimension.
std::int64_t electrical_ports(const FlattenedButterfly& t) {
  const Facts f = t.facts();
  return (2 * f.cables_of(Medium::copper) - f.hosts) / f.switches;
}

void add_butterfly_text(Rows& rows, const FlattenedButterfly& t) {
  const std::int64_t ports = t.facts().ports_most, electrical = electrical_ports(t);
  rows.add("fbfly.ports", number(ports));
  rows.add("fbfly.electrical_ports", number(electrical));
  rows.add("fbfly.electrical_share_percent", 100 * number(electrical) / number(ports));
}

void add_clos_text(Rows& rows, const ChassisClos& t, double used_chips, double butterfly_chips) {
  rows.add("clos.stage3_chassis", number(t.stage3_chassis()));
  rows.add("clos.stage2_chassis", number(t.stage2_chassis()));
  rows.add("clos.chassis", number(t.stage2_chassis() + t.stage3_chassis()));
  rows.add("clos.chips_needed", number(t.chips()));
  rows.add("clos.chips_used", used_chips,
           fmt::format("{} chips have a port in use", grouped(t.facts().switches)));
  rows.add("half_the_chips", butterfly_chips / used_chips);
}

void add_serdes(Rows& rows, const Device& chip) {
  constexpr std::int64_t lanes = 4;
  rows.add("serdes", number(chip.ports.value * lanes));
  rows.add("serdes_w", chip.base.value.v / number(chip.ports.value * lanes));
}

void add_examples(Rows& rows) {
  for (const std::int64_t n : {2, 3}) {
    const Facts f = abts_butterfly(8, 8, n).facts();
    rows.add(fmt::format("{}flat.hosts", n), number(f.hosts));
    rows.add(fmt::format("{}flat.switch_chips", n), number(f.switches));
    rows.add(fmt::format("{}flat.ports", n), number(f.ports_most));
  }
  const Facts even = abts_butterfly(8, 8, 4).facts(), oversubscribed = abts_butterfly(12, 8, 4).facts();
  rows.add("12-8-4.ports", number(oversubscribed.ports_most));
  rows.add("12-8-4.hosts", number(oversubscribed.hosts));
  rows.add("12-8-4.oversubscription", number(oversubscribed.hosts) / number(even.hosts));
  rows.add("8-8-4.hosts", number(even.hosts));
  const Facts patent = abts_butterfly(12, 8, 3).facts();
  rows.add("patent.12-8-3.ports", number(patent.ports_most));
  rows.add("patent.12-8-3.hosts", number(patent.hosts));
  rows.add("15-ary-3-flat.hosts", number(abts_butterfly(15, 15, 3).facts().hosts));
}

}  // namespace

Problems reproduce_abts_table1(Rows& rows, const Effort&) {
  const ChassisClos clos = abts_clos();
  const FlattenedButterfly butterfly = abts_butterfly(8, 8, 5);
  const auto clos_input = abts_plan(clos.facts()), butterfly_input = abts_plan(butterfly.facts());
  if (!clos_input) return clos_input.problems();
  if (!butterfly_input) return butterfly_input.problems();
  add_table(rows, "clos", make_plan(*clos_input), links_of(clos), clos.chips());
  add_table(rows, "fbfly", make_plan(*butterfly_input), links_of(butterfly), butterfly.facts().switches);
  add_butterfly_text(rows, butterfly);
  add_clos_text(rows, clos, switches_powered(*clos_input), switches_powered(*butterfly_input));
  add_serdes(rows, clos_input->switch_device);
  add_examples(rows);
  return {};
}

}  // namespace ebb::inline reproduce
