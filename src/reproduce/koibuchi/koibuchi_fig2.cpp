// Koibuchi, Figure 2: throughput of the transfer pairs of two patterns, as a tree and fully connected, with
// one to five links between switches; hosts that fill their links, and hosts that send over TCP.
#include <algorithm>
#include <array>

#include "base/problem.hpp"
#include "reproduce/koibuchi/koibuchi_cluster.hpp"
#include "reproduce/koibuchi/koibuchi_transfers.hpp"

namespace ebb::inline reproduce {
namespace {

struct PatternWords {
  std::string_view name, id, words;
};
constexpr std::array<PatternWords, 2> patterns{
    {{"bit_reversal", "reversal", "bit reversal"}, {"transpose", "transpose", "matrix transpose"}}};
constexpr std::uint32_t most_links = 5;

/// How hosts send and how the links of a trunk share the traffic.
struct Mode {
  std::string_view id, words;
  Sending sending;
};
constexpr std::array<Mode, 4> modes{
    {{"", "", Sending::frames},
     {".by_flow", ", a flow on one of them", Sending::frames_by_flow},
     {".tcp", ", over TCP", Sending::tcp},
     {".host", ", over TCP, with the hosts' time per byte", Sending::tcp_with_processor}}};

/// A tree and the complete graph with the same number of links, run in the same way.
struct Pair {
  const PatternWords* pattern;
  std::uint32_t links;
  const Mode* mode;
};

std::vector<Pair> all_pairs() {
  std::vector<Pair> all;
  for (const PatternWords& pattern : patterns)
    for (std::uint32_t links = 1; links <= most_links; ++links)
      for (const Mode& mode : modes)
        if (links > 1 || mode.id != ".by_flow") all.push_back({&pattern, links, &mode});
  return all;
}

void add_pair(Rows& rows, const Pair& pair, const Throughput& tree, const Throughput& complete) {
  const auto add = [&](std::string_view id, std::string_view words, const Throughput& t) {
    rows.add_unprinted(fmt::format("{}.{}{}{}.mbps", pair.pattern->id, id, pair.links, pair.mode->id),
                       fmt::format("{}, {}, {} link{}{}: throughput of a pair", pair.pattern->words, words,
                                   pair.links, pair.links == 1 ? "" : "s", pair.mode->words),
                       "Mb/s", t.mbps, t.interval());
  };
  add("tree", "tree", tree), add("complete", "fully connected", complete);
}

}  // namespace

Problems reproduce_koibuchi_fig2(Rows& rows, const Effort& effort) {
  const std::vector<Pair> pairs = all_pairs();
  std::vector<KoibuchiRun> runs;
  for (const auto& [pattern, links, mode] : pairs) {
    runs.push_back({koibuchi_tree(links), pattern->name, mode->sending});
    runs.push_back({koibuchi_complete(links), pattern->name, mode->sending});
  }
  const auto results = run_transfers(runs, effort);
  if (!results) return results.problems();
  std::array<double, modes.size()> gain{};
  for (std::size_t i = 0; i < pairs.size(); ++i) {
    const Throughput tree = (*results)[2 * i], complete = (*results)[2 * i + 1];
    add_pair(rows, pairs[i], tree, complete);
    double& best = gain[static_cast<std::size_t>(pairs[i].mode - modes.data())];
    if (pairs[i].links == most_links) best = std::max(best, 100 * (complete.mbps / tree.mbps - 1));
  }
  rows.add(
      "gain", gain[3],
      "over TCP, where a host's processor sends and gets two thirds of a link at most: its time per byte is "
      "fitted to CG's run time, not to this figure");
  rows.add_unprinted("gain_frames", "the same, hosts that fill their links, without TCP", "%", gain[0]);
  rows.add_unprinted("gain_by_flow", "the same, where a flow keeps to one link of a trunk", "%", gain[1],
                     "by the rules of the VLAN trees, as `ebb trees` loads them into switches");
  rows.add_unprinted("gain_tcp", "the same, over TCP, where messages take hosts no time", "%", gain[2]);
  rows.add_statement("more_is_better", gain[3], {.above = 0});
  return {};
}

}  // namespace ebb::inline reproduce
