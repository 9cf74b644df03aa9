// Koibuchi, Figure 3: bit reversal on six fully connected switches with five links each, as links are
// switched off by the selection of section V.B.3. Throughput against saved power, over TCP.
#include <algorithm>
#include <bit>
#include <numeric>

#include "base/problem.hpp"
#include "network/demand.hpp"
#include "network/network.hpp"
#include "reproduce/koibuchi/koibuchi_cluster.hpp"
#include "reproduce/koibuchi/koibuchi_transfers.hpp"
#include "rules/trees/link_choice.hpp"
#include "rules/trees/path_set.hpp"
#include "rules/trees/trunks.hpp"
#include "topology/switch_graph.hpp"

namespace ebb::inline reproduce {
namespace {

/// Transfers between the hosts of every two switches; each counts as one full link.
SwitchDemand reversal_demand(const Network& network) {
  SwitchDemand demand(network.switches());
  const int bits = std::countr_zero(network.hosts);
  for (HostId h = 0; h < network.hosts; ++h) {
    HostId partner = 0;
    for (int b = 0; b < bits; ++b) partner |= ((h >> b) & 1) << (bits - 1 - b);
    demand.add(network, h, partner, 1);
  }
  return demand;
}

struct Choice {
  double peak = 0;
  std::vector<std::uint32_t> links;
  std::string moved;  ///< text: the links that movable paths need
};

/// In order of increasing peak, one choice for each different set of links.
std::vector<Choice> choices(const Network& network, const Trunks& trunks) {
  const SwitchDemand demand = reversal_demand(network);
  const PathSet paths = tree_paths(network, trunks, TrunkSet(trunks.size(), true), PathRule::up_down);
  const std::vector<double> traffic = channel_traffic(trunks, paths, demand);
  std::vector<Choice> found;
  for (double peak = 0.25; peak <= 16; peak += 0.125) {
    auto links = links_below_peak(trunks, traffic, peak);
    if (!found.empty() && found.back().links == links) continue;
    const LinkChoice least = fewest_links(network, trunks, demand, peak);
    found.push_back({peak, std::move(links),
                     least.enough
                         ? fmt::format("with paths that move, {} links keep the same peak", least.in_use)
                         : "no paths were found that keep below the peak, with any links"});
  }
  return found;
}

}  // namespace

Problems reproduce_koibuchi_fig3(Rows& rows, const Effort& effort) {
  const Network network = koibuchi_network(koibuchi_complete(5));
  const Trunks trunks(network);
  const std::vector<Choice> all = choices(network, trunks);
  std::vector<KoibuchiRun> runs;
  const auto add_run = [&](SwitchGraph graph) {
    runs.push_back({std::move(graph), "bit_reversal", Sending::tcp_with_processor});
  };
  add_run(koibuchi_complete(5));
  for (const Choice& choice : all) add_run(with_links(trunks, choice.links));
  const auto results = run_transfers(runs, effort);
  if (!results) return results.problems();
  const auto full = koibuchi_watts(runs[0].graph);
  if (!full) return full.problems();
  rows.add_unprinted("all.watts", "all 75 links on: power of the six switches", "W", *full,
                     "devices/koibuchi-48.toml: fitted, the paper's table is lost");
  rows.add_unprinted("all.mbps", "all 75 links on: throughput of a pair", "Mb/s", (*results)[0].mbps);
  bool falls = true;
  double last = (*results)[0].mbps, saved = 0;
  for (std::size_t i = 0; i < all.size(); ++i) {
    const auto links = std::accumulate(all[i].links.begin(), all[i].links.end(), 0u);
    const Throughput& t = (*results)[i + 1];
    saved = 100 * (1 - *koibuchi_watts(runs[i + 1].graph) / *full);
    const std::string where = fmt::format("peak {:.3g} transfers, {} links", all[i].peak, links);
    rows.add_unprinted(fmt::format("links{}.saved_percent", links), where + ": power saved", "%", saved,
                       all[i].moved);
    rows.add_unprinted(fmt::format("links{}.mbps", links), where + ": throughput of a pair", "Mb/s", t.mbps,
                       t.interval());
    falls = falls && t.mbps <= last + t.half_width_mbps.value_or(0) + 1;
    last = t.mbps;
  }
  const double kept = 100 * last / (*results)[0].mbps;
  rows.add_statement("performance_falls", kept, {.below = 95, .also = falls, .also_what = "it never rises"},
                     "ours falls late: each pair of switches has three transfers at most, and five links");
  rows.add_statement("power_falls", saved, {.above = 0});
  return {};
}

}  // namespace ebb::inline reproduce
