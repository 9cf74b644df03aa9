// Kim, Figure 9 (c): DVS and DLS on an 8 x 8 mesh.
#include <fmt/core.h>

#include <algorithm>
#include <cmath>
#include <string_view>

#include "base/problem.hpp"
#include "reproduce/kim/kim_experiment.hpp"

namespace ebb::inline reproduce {
namespace {

/// DLS at the lowest load of each figure (the paper has 20 % for the 15 nodes), on the mesh and on the 15
/// nodes, each compared with adaptive routing alone.
struct LowLoad {
  const KimResult &mesh, &mesh_dls, &nodes, &nodes_dls;
};

/// The paper's statements are about 64 switches, compared with 15. A quick run's mesh has 16, so it is not
/// judged.
void add_sentences(Rows& rows, const LowLoad& at, const Effort& effort) {
  const double saved = saved_percent(at.mesh_dls, at.mesh, &KimResult::nm180),
               more = more_percent(at.mesh_dls.latency_us, at.mesh.latency_us),
               grows = saved - saved_percent(at.nodes_dls, at.nodes, &KimResult::nm180),
               penalty = (at.mesh_dls.latency_us / at.mesh.latency_us) /
                         (at.nodes_dls.latency_us / at.nodes.latency_us);
  if (effort.quick) {
    for (const auto& [id, ours] : {std::pair{"saved", saved},
                                   {"best_saved", saved},
                                   {"latency", more},
                                   {"saving_grows", grows},
                                   {"penalty_constant", penalty}})
      rows.add_smaller(id, ours, "not judged: the mesh of a quick run has 16 switches");
    return;
  }
  constexpr std::string_view why =
      "of all energy; of the links' it is the row below. 38 % of all would be more than 83 % of the channels "
      "between switches, but 64 of 224 have to be on for 64 switches (kim-calibration: mesh_on)";
  rows.add("saved", saved, why);
  rows.add("best_saved", std::max(saved, saved_percent(at.nodes_dls, at.nodes, &KimResult::nm180)),
           "as the row before");
  rows.add("latency", more);
  rows.add_statement("saving_grows", grows, {.above = 0}, "each at the lowest load of its figure");
  rows.add_statement("penalty_constant", penalty, {.above = 1 - alike_share, .below = 1 + alike_share},
                     "each at the lowest load of its figure");
}

}  // namespace

Problems reproduce_kim_mesh(Rows& rows, const Effort& effort) {
  const std::vector<std::string_view> cases{"adaptive", "dvs_adaptive", "dls"};
  const auto machine = read_kim_machine();
  if (!machine) return machine.problems();
  const int low_load = static_cast<int>(std::lround(100 * machine->mesh_low));
  const std::vector<int> loads = effort.quick ? std::vector{low_load, 30} : std::vector{low_load, 10, 20, 30};
  std::vector<KimPoint> points;
  for (const std::string_view id : cases)
    for (const int load : loads)
      points.push_back({.of = id, .load = load / 100.0, .network = KimNetwork::mesh});
  for (const std::string_view id : {"adaptive", "dls"})
    points.push_back({.of = id, .load = kim_loads[0] / 100.0});
  const auto results = run_kim(points, effort);
  if (!results) return results.problems();
  const auto at = [&](std::size_t c, std::size_t load) -> const KimResult& {
    return (*results)[c * loads.size() + load];
  };
  const LowLoad low{.mesh = at(0, 0),
                    .mesh_dls = at(2, 0),
                    .nodes = (*results)[results->size() - 2],
                    .nodes_dls = results->back()};
  add_sentences(rows, low, effort);
  rows.add_unprinted("links_saved", "energy of the links saved by DLS at the lowest load", "%",
                     100 - 100 * low.mesh_dls.nm180.links_j / low.mesh.nm180.links_j);
  for (std::size_t c = 0; c < cases.size(); ++c)
    for (std::size_t i = 0; i < loads.size(); ++i) {
      const KimResult& r = at(c, i);
      const std::string what = fmt::format("{}, load {} %", kim_case(cases[c]).name, loads[i]);
      const std::string note = keeping_up_note(r);
      rows.add_unprinted(fmt::format("{}.{}.packet_nj", cases[c], loads[i]), what + ": energy per packet",
                         "nJ", r.nanojoules_per_packet(r.nm180), note);
      rows.add_unprinted(fmt::format("{}.{}.latency_us", cases[c], loads[i]), what + ": mean latency", "us",
                         r.latency_us, note);
    }
  return {};
}

}  // namespace ebb::inline reproduce
