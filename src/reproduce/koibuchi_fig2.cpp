// Koibuchi, Figure 2: throughput of the transfer pairs of two patterns, as a tree and fully connected, with
// one to five links between switches.
#include <algorithm>
#include <array>

#include "reproduce/koibuchi_cluster.hpp"

namespace ebb::inline reproduce {

Problems reproduce_koibuchi_fig2(Rows& rows, const Effort& effort) {
  struct Pattern {
    std::string_view name, id, words;
  };
  constexpr std::array<Pattern, 2> patterns{
      {{"bit_reversal", "reversal", "bit reversal"}, {"transpose", "transpose", "matrix transpose"}}};
  constexpr std::uint32_t most_links = 5;
  std::vector<KoibuchiRun> runs;
  for (const Pattern& pattern : patterns)
    for (std::uint32_t links = 1; links <= most_links; ++links) {
      runs.push_back({koibuchi_tree(links), pattern.name});
      runs.push_back({koibuchi_complete(links), pattern.name});
    }
  const auto results = run_transfers(runs, effort);
  if (!results) return results.problems();
  double best = 0;
  std::size_t next = 0;
  for (const Pattern& pattern : patterns)
    for (std::uint32_t links = 1; links <= most_links; ++links) {
      const Throughput tree = (*results)[next++], complete = (*results)[next++];
      const auto add = [&](std::string_view id, std::string_view words, const Throughput& t) {
        rows.add_unprinted(fmt::format("{}.{}{}.mbps", pattern.id, id, links),
                           fmt::format("{}, {}, {} link{}: throughput of a pair", pattern.words, words, links,
                                       links == 1 ? "" : "s"),
                           "Mb/s", t.mbps, t.interval());
      };
      add("tree", "tree", tree), add("complete", "fully connected", complete);
      if (links == most_links) best = std::max(best, 100 * (complete.mbps / tree.mbps - 1));
    }
  rows.add(
      "gain", best,
      "our hosts fill their links and our trunks share traffic evenly; the paper's pairs ran over TCP, and "
      "real switches put whole flows on one link of a trunk");
  rows.add_statement("more_is_better", best, {.above = 0});
  return {};
}

}  // namespace ebb::inline reproduce
