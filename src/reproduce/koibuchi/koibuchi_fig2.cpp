// Koibuchi, Figure 2: throughput of the transfer pairs of two patterns, as a tree and fully connected, with
// one to five links between switches.
#include <algorithm>
#include <array>

#include "base/problem.hpp"
#include "reproduce/koibuchi/koibuchi_cluster.hpp"

namespace ebb::inline reproduce {
namespace {

struct Pattern {
  std::string_view name, id, words;
};
constexpr std::array<Pattern, 2> patterns{
    {{"bit_reversal", "reversal", "bit reversal"}, {"transpose", "transpose", "matrix transpose"}}};
constexpr std::uint32_t most_links = 5;

/// A tree and the complete graph with the same number of links and the same way to share them.
struct Pair {
  const Pattern* pattern;
  std::uint32_t links;
  bool by_flow;
};

std::vector<Pair> all_pairs() {
  std::vector<Pair> all;
  for (const Pattern& pattern : patterns)
    for (std::uint32_t links = 1; links <= most_links; ++links)
      for (const bool by_flow : {false, true})
        if (!by_flow || links > 1) all.push_back({&pattern, links, by_flow});
  return all;
}

void add_pair(Rows& rows, const Pair& pair, const Throughput& tree, const Throughput& complete) {
  const auto add = [&](std::string_view id, std::string_view words, const Throughput& t) {
    rows.add_unprinted(
        fmt::format("{}.{}{}{}.mbps", pair.pattern->id, id, pair.links, pair.by_flow ? ".by_flow" : ""),
        fmt::format("{}, {}, {} link{}{}: throughput of a pair", pair.pattern->words, words, pair.links,
                    pair.links == 1 ? "" : "s", pair.by_flow ? ", a flow on one of them" : ""),
        "Mb/s", t.mbps, t.interval());
  };
  add("tree", "tree", tree), add("complete", "fully connected", complete);
}

}  // namespace

Problems reproduce_koibuchi_fig2(Rows& rows, const Effort& effort) {
  const std::vector<Pair> pairs = all_pairs();
  std::vector<KoibuchiRun> runs;
  for (const Pair& pair : pairs) {
    runs.push_back({koibuchi_tree(pair.links), pair.pattern->name, pair.by_flow});
    runs.push_back({koibuchi_complete(pair.links), pair.pattern->name, pair.by_flow});
  }
  const auto results = run_transfers(runs, effort);
  if (!results) return results.problems();
  double evenly = 0, by_flow = 0;
  for (std::size_t i = 0; i < pairs.size(); ++i) {
    const Throughput tree = (*results)[2 * i], complete = (*results)[2 * i + 1];
    add_pair(rows, pairs[i], tree, complete);
    double& best = pairs[i].by_flow ? by_flow : evenly;
    if (pairs[i].links == most_links) best = std::max(best, 100 * (complete.mbps / tree.mbps - 1));
  }
  rows.add("gain", evenly,
           "our hosts fill their links and our trunks share traffic evenly; the paper's pairs ran over TCP");
  rows.add_unprinted("gain_by_flow", "the same, where a flow keeps to one link of a trunk", "%", by_flow,
                     "by the rules of the VLAN trees, as `ebb trees` loads them into switches");
  rows.add_statement("more_is_better", evenly, {.above = 0});
  return {};
}

}  // namespace ebb::inline reproduce
