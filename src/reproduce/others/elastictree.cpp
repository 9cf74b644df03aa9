// ElasticTree on fat trees (Heller and others, NSDI 2010): how much of a network's power can be off, by the
// reach and the amount of traffic.
#include <fmt/format.h>

#include <algorithm>

#include "base/problem.hpp"
#include "fabric/agent/cable_set.hpp"
#include "fabric/agent/off/detour_tables.hpp"
#include "fabric/agent/off/off_program.hpp"
#include "fabric/agent/off/off_search.hpp"
#include "fabric/agent/ports/usual_ports.hpp"
#include "fabric/openflow/program.hpp"
#include "network/demand.hpp"
#include "network/network.hpp"
#include "reproduce/reproduce.hpp"
#include "rules/tables/block_routing.hpp"
#include "rules/tables/table.hpp"
#include "topology/folded_clos.hpp"

namespace ebb::inline reproduce {
namespace {

/// A 48-port switch of that paper: 133 W with no port up, 170 W with all of them.
constexpr PartPower switch_power{37.0 / 48, 133};

enum class Reach { near, middle, far };
constexpr Reach every_reach[] = {Reach::near, Reach::middle, Reach::far};
constexpr double loads[] = {0.1, 0.3, 0.5, 0.7, 0.9};

const char* name_of_reach(Reach reach) {
  return reach == Reach::near     ? "neighbours on a switch"
         : reach == Reach::middle ? "within a pod"
                                  : "between pods";
}

class FatTree {
 public:
  explicit FatTree(std::int64_t ports)
      : half_(static_cast<HostId>(ports / 2)),
        network_(built(ports)),
        routing_(block_routing(network_)),
        maker_(network_, *routing_, Organisation::compacted),
        tables_(network_, maker_, usual_ports(network_)) {}

  /// Percent of the power of all switches and ports that is saved.
  double saved(Reach reach, double load) const {
    const std::vector<HostDemand> demand = demand_of(reach, load);
    const OffPlan plan = search_off({network_, tables_, demand, 1.0});
    const double all = power_of(network_, CableSet(network_), switch_power);
    return 100 * (1 - power_of(network_, plan.on, switch_power) / all);
  }
  std::uint32_t hosts() const { return network_.hosts; }
  std::uint32_t switches() const { return network_.switches(); }

 private:
  static Network built(std::int64_t ports) {
    FoldedClos shape;
    shape.levels = 3, shape.radix = ports;
    return shape.build({});
  }
  /// Each host sends to one other and receives from one: the next on its switch, the same place on the next
  /// switch of its pod, or the same place in the next pod.
  std::vector<HostDemand> demand_of(Reach reach, double load) const {
    const HostId on_switch = half_, in_pod = half_ * half_;
    const HostId step = reach == Reach::near ? 1 : reach == Reach::middle ? on_switch : in_pod;
    const HostId within = reach == Reach::near ? on_switch : reach == Reach::middle ? in_pod : network_.hosts;
    std::vector<HostDemand> demand;
    for (HostId h = 0; h < network_.hosts; ++h)
      demand.push_back({h, h / within * within + (h % within + step) % within,
                        load * static_cast<double>(network_.classes[0].rate.v)});
    return demand;
  }

  HostId half_;
  Network network_;
  std::unique_ptr<BlockRouting> routing_;
  ProgramMaker maker_;
  DetourTables tables_;
};

}  // namespace

Problems reproduce_elastictree(Rows& rows, const Effort& effort) {
  const FatTree tree(effort.quick ? 4 : 6);
  const std::string size = fmt::format("{} hosts, {} switches", tree.hosts(), tree.switches());
  double saved[3][5];
  for (const Reach reach : every_reach)
    for (std::size_t i = 0; i < std::size(loads); ++i)
      saved[static_cast<int>(reach)][i] = tree.saved(reach, loads[i]);
  const auto& [near, middle, far] = saved;
  const bool falls = std::is_sorted(std::rbegin(far), std::rend(far)) && far[0] > far[4];
  rows.add_statement("most", near[0], {.above = 50 * (1 - near_share), .below = 50 * (1 + near_share)}, size);
  rows.add_statement("near.flat", near[0] - near[4], {.also = near[0] == near[4], .also_what = "none"});
  rows.add_statement("far.falls", far[0] - far[4],
                     {.above = 0, .also = falls, .also_what = "it never rises"});
  rows.add_statement("locality", near[2] - far[2],
                     {.above = 0,
                      .also = near[2] >= middle[2] && middle[2] >= far[2],
                      .also_what = "the middle in between"});
  for (const Reach reach : every_reach)
    for (std::size_t i = 0; i < std::size(loads); ++i)
      rows.add_unprinted(fmt::format("{}.{:.0f}", static_cast<int>(reach), 100 * loads[i]),
                         fmt::format("{}, load {:.0f} %: saved", name_of_reach(reach), 100 * loads[i]), "%",
                         saved[static_cast<int>(reach)][i], i == 0 ? size : "");
  return {};
}

}  // namespace ebb::inline reproduce
