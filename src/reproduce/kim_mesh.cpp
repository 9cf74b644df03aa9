// Kim, Figure 9 (c): DVS and DLS on an 8 x 8 mesh.
#include <fmt/core.h>

#include "reproduce/kim_experiment.hpp"

namespace ebb::inline reproduce {

Problems reproduce_kim_mesh(Rows& rows, const Effort& effort) {
  const std::vector<std::string_view> cases{"adaptive", "dvs_adaptive", "dls"};
  const std::vector<int> loads = effort.quick ? std::vector{10, 30} : std::vector{5, 10, 20, 30};
  std::vector<KimPoint> points;
  for (const std::string_view id : cases)
    for (const int load : loads)
      points.push_back({.of = id, .load = load / 100.0, .network = KimNetwork::mesh});
  for (const std::string_view id : {"adaptive", "dls"})
    points.push_back({.of = id, .load = loads[0] / 100.0});
  const auto results = run_kim(points, effort);
  if (!results) return results.problems();
  const auto at = [&](std::size_t c, std::size_t load) { return (*results)[c * loads.size() + load]; };
  const KimResult base = at(0, 0), dls = at(2, 0);
  rows.add("saved", 100 - 100 * dls.nanojoules_per_packet(dls.nm180) / base.nanojoules_per_packet(base.nm180),
           "ours keeps a spanning tree on, 63 of 112 links, and the hosts' 64");
  rows.add(
      "latency", more_percent(dls.latency_us, base.latency_us),
      "packets take 8.4 hops instead of 5.3; over the tree alone it would be 6.6, but a switch knows of its "
      "own links only");
  const KimResult &small = (*results)[results->size() - 2], &small_dls = results->back();
  const auto saved = [](const KimResult& with, const KimResult& without) {
    return 100 - 100 * with.nanojoules_per_packet(with.nm180) / without.nanojoules_per_packet(without.nm180);
  };
  rows.add_statement("saving_grows", saved(dls, base) - saved(small_dls, small), {.above = 0},
                     "a mesh of ours has 44 % of its links beside a tree, and the 15 nodes 53 %");
  rows.add_statement(
      "penalty_constant", (dls.latency_us / base.latency_us) / (small_dls.latency_us / small.latency_us),
      {.above = 1 - alike_share, .below = 1 + alike_share}, "ways around links are longer on the mesh");
  rows.add_unprinted("links_saved", "energy of the links saved by DLS at the lowest load", "%",
                     100 - 100 * dls.nm180.links_j / base.nm180.links_j);
  for (std::size_t c = 0; c < cases.size(); ++c)
    for (std::size_t i = 0; i < loads.size(); ++i) {
      const KimResult r = at(c, i);
      const std::string what = fmt::format("{}, load {} %", kim_case(cases[c]).name, loads[i]);
      const std::string note = r.keeps_up ? "" : "it does not keep up";
      rows.add_unprinted(fmt::format("{}.{}.packet_nj", cases[c], loads[i]), what + ": energy per packet",
                         "nJ", r.nanojoules_per_packet(r.nm180), note);
      rows.add_unprinted(fmt::format("{}.{}.latency_us", cases[c], loads[i]), what + ": mean latency", "us",
                         r.latency_us, note);
    }
  return {};
}

}  // namespace ebb::inline reproduce
