// Benito, Figures 4 and 6: forwarding rules by network size, counted on generated and compacted tables.
#include <algorithm>
#include <limits>

#include "base/problem.hpp"
#include "network/network.hpp"
#include "network/shape.hpp"
#include "report/document/number_text.hpp"
#include "reproduce/benito/benito.hpp"
#include "reproduce/reproduce.hpp"
#include "rules/tables/count.hpp"
#include "rules/tables/table.hpp"
#include "rules/tables/walk.hpp"
#include "topology/topology.hpp"

namespace ebb::inline reproduce {
namespace {

constexpr std::int64_t figure_ports[] = {8, 16, 24, 48, 96};
constexpr std::string_view figure_topologies[] = {"clos3", "fb2", "fb3", "dragonfly"};
constexpr Organisation without_wildcards[] = {Organisation::flat, Organisation::per_switch,
                                              Organisation::per_group};

double as_double(std::uint64_t count) { return static_cast<double>(count); }

/// One point of the figures: the largest network of a topology with switches of that many ports.
struct Point {
  const BenitoTopology* topology;
  std::int64_t ports;
  Facts facts;
  RuleCounts rules, equation;

  const RuleRange& compacted() const { return *rules[Organisation::compacted]; }
  double deviation_from_equation() const {
    double most = 0;
    for (const Organisation o : without_wildcards)
      most = std::max(most, std::abs(as_double(rules[o]->highest) - as_double(equation[o]->highest)));
    return most;
  }
  /// `end` of the range of compacted rules, less one rule per port.
  double compacted_over_ports(std::uint64_t RuleRange::*end) const {
    return as_double(compacted().*end) - static_cast<double>(facts.ports_most);
  }
  bool compaction_helps() const { return compacted().highest <= equation[Organisation::per_group]->highest; }
};

Point measure(const BenitoTopology& topology, std::int64_t ports) {
  const auto network = largest(topology, ports);
  const Shape shape = network->network_shape();
  const auto rules = count_rules(shape);
  ENSURE(rules.has_value());
  return {&topology, ports, network->facts(), *rules, closed_form_rules(block_routing(shape)->sizes())};
}

std::vector<Point> measure_figures() {
  std::vector<Point> points;
  for (const std::string_view id : figure_topologies)
    for (const std::int64_t ports : figure_ports) points.push_back(measure(benito_topology(id), ports));
  return points;
}

/// The smallest balanced network of the topology with more than `hosts` hosts.
Point first_beyond(const BenitoTopology& topology, std::int64_t hosts) {
  std::int64_t ports = figure_ports[0];
  while (largest(topology, ports)->facts().hosts <= hosts) ++ports;
  return measure(topology, ports);
}

const Point& find(const std::vector<Point>& points, std::string_view id, std::int64_t ports) {
  return *std::find_if(points.begin(), points.end(),
                       [&](const Point& p) { return p.topology->id == id && p.ports == ports; });
}

template <class Value>
double most_of(const std::vector<Point>& points, std::string_view id, Value value) {
  double most = std::numeric_limits<double>::lowest();
  for (const Point& p : points)
    if (id.empty() || p.topology->id == id) most = std::max(most, value(p));
  return most;
}

void add_printed_claims(Rows& rows, const std::vector<Point>& points) {
  rows.add("equation1", most_of(points, "", [](const Point& p) { return p.deviation_from_equation(); }));
  for (const std::string_view id : {"fb3", "dragonfly"}) {
    const Point& p = find(points, id, 96);
    rows.add(fmt::format("{}.96.hosts", id), static_cast<double>(p.facts.hosts));
    rows.add(fmt::format("{}.96.per_group", id), as_double(p.rules[Organisation::per_group]->highest));
  }
  const Point first = first_beyond(benito_topology("dragonfly"), 300'000);
  rows.add("dragonfly.300k.per_group", as_double(first.rules[Organisation::per_group]->highest),
           fmt::format("{} hosts on {}-port switches", grouped(first.facts.hosts), first.ports));
  for (const std::string_view id : {"clos3", "fb2", "fb3"})
    rows.add(fmt::format("{}.compacted_over_ports", id),
             most_of(points, id, [](const Point& p) { return p.compacted_over_ports(&RuleRange::highest); }));
  const Point& largest_dragonfly = find(points, "dragonfly", 96);
  rows.add("dragonfly.96.fewest_over_ports", largest_dragonfly.compacted_over_ports(&RuleRange::lowest));
  rows.add_statement(
      "dragonfly.compaction_helps",
      100 * as_double(largest_dragonfly.compacted().highest) /
          as_double(largest_dragonfly.equation[Organisation::per_group]->highest),
      {.also = std::all_of(points.begin(), points.end(), [](const Point& p) { return p.compaction_helps(); }),
       .also_what = "in between for every topology and size"});
}

/// Sends a frame between every two hosts of a small network through the compacted tables.
void add_delivery(Rows& rows) {
  for (const std::string_view id : figure_topologies) {
    const BenitoTopology& topology = benito_topology(id);
    const Network network = largest(topology, 16)->build(Cables{});
    const WalkReport report = Walker(network, Organisation::compacted).all_pairs();
    rows.add_unprinted(
        fmt::format("lost.{}.16", id),
        fmt::format("{} of 16-port switches, compacted: frames lost, every pair of hosts", topology.name),
        "frames", as_double(report.pairs - report.delivered),
        fmt::format("{} frames followed hop by hop", grouped(std::int64_t(report.pairs))));
  }
}

/// The values of the two figures, which are not available.
void add_figures(Rows& rows, const Point& p) {
  const auto add = [&](std::string_view id, std::string_view what, std::string unit, double ours) {
    rows.add_unprinted(fmt::format("figure.{}.{}.{}", p.topology->id, p.ports, id),
                       fmt::format("{} of {}-port switches: {}", p.topology->name, p.ports, what),
                       std::move(unit), ours);
  };
  add("hosts", "hosts", "hosts", static_cast<double>(p.facts.hosts));
  add("flat", "flat", "rules", as_double(p.rules[Organisation::flat]->highest));
  add("per_switch", "per switch", "rules", as_double(p.rules[Organisation::per_switch]->highest));
  add("per_group", "per group", "rules", as_double(p.rules[Organisation::per_group]->highest));
  add("compacted_lowest", "compacted, lowest", "rules", as_double(p.compacted().lowest));
  add("compacted_highest", "compacted, highest", "rules", as_double(p.compacted().highest));
}

}  // namespace

Problems reproduce_benito_rules(Rows& rows, const Effort&) {
  const std::vector<Point> points = measure_figures();
  add_printed_claims(rows, points);
  add_delivery(rows);
  for (const Point& p : points) add_figures(rows, p);
  return {};
}

}  // namespace ebb::inline reproduce
