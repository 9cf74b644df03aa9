#include "topology/switch_graph.hpp"

#include <algorithm>

#include "base/ensure.hpp"
#include "base/random.hpp"

namespace ebb::inline topology {
namespace {

/// Neighbour lists, all in one array: those of s are at first[s] to first[s + 1].
struct Neighbours {
  std::vector<std::size_t> first;
  std::vector<SwitchId> to;

  explicit Neighbours(const SwitchGraph& graph) {
    first.assign(graph.switches + std::size_t{1}, 0);
    for (const auto& [a, b] : graph.cables) ++first[a + std::size_t{1}], ++first[b + std::size_t{1}];
    for (std::size_t s = 0; s < graph.switches; ++s) first[s + 1] += first[s];
    to.resize(graph.cables.size() * 2);
    std::vector<std::size_t> next = first;
    for (const auto& [a, b] : graph.cables) to[next[a]++] = b, to[next[b]++] = a;
  }
  /// Visits every switch reachable from `from`, nearest first, with its distance.
  template <class Visit>
  void search(SwitchId from, std::vector<std::uint32_t>& hops, Visit&& visit) const {
    std::vector<SwitchId> reached{from};
    hops[from] = 0;
    for (std::size_t next = 0; next < reached.size(); ++next) {
      const SwitchId here = reached[next];
      visit(here);
      for (std::size_t i = first[here]; i < first[here + std::size_t{1}]; ++i)
        if (hops[to[i]] == no_id) hops[to[i]] = hops[here] + 1, reached.push_back(to[i]);
    }
  }
};

/// Every switch joined to the next few round a ring, and to the opposite one when the degree is odd.
SwitchGraph ring_lattice(std::uint32_t switches, std::uint32_t degree) {
  SwitchGraph graph{switches, {}};
  for (SwitchId s = 0; s < switches; ++s)
    for (std::uint32_t step = 1; step <= degree / 2; ++step)
      graph.cables.emplace_back(s, (s + step) % switches);
  if (degree % 2 == 1)
    for (SwitchId s = 0; s < switches / 2; ++s) graph.cables.emplace_back(s, s + switches / 2);
  return graph;
}

/// Samples two cables and exchanges their ends, unless that would join a switch to itself or two switches
/// twice. Degrees do not change.
class Shuffler {
 public:
  Shuffler(SwitchGraph& graph, std::uint32_t degree, std::uint64_t seed)
      : cables_(graph.cables), degree_(degree), random_(seed, topology_stream) {
    near_.assign(std::size_t{graph.switches} * degree, no_id);
    for (const auto& [a, b] : cables_) replace(a, no_id, b), replace(b, no_id, a);
  }

  void swap_any_two() {
    const std::size_t i = random_.below(cables_.size()), j = random_.below(cables_.size());
    if (random_.below(2) == 1) std::swap(cables_[j].first, cables_[j].second);
    swap(i, j);
  }

  /// Swaps a cable of part 0 with one of another part. That joins the two, unless neither cable was on a
  /// cycle, which is rare.
  void join_parts(const std::vector<std::uint32_t>& part) {
    std::vector<std::size_t> first, others;
    for (std::size_t i = 0; i < cables_.size(); ++i)
      (part[cables_[i].first] == 0 ? first : others).push_back(i);
    // One after the other: compilers differ in the order in which they evaluate arguments.
    const std::size_t i = first[random_.below(first.size())];
    swap(i, others[random_.below(others.size())]);
  }

 private:
  SwitchId* find(SwitchId at, SwitchId other) {
    SwitchId* const first = near_.data() + std::size_t{at} * degree_;
    return std::find(first, first + degree_, other);
  }
  bool joined(SwitchId a, SwitchId b) { return find(a, b) != near_.data() + (a + std::size_t{1}) * degree_; }
  void replace(SwitchId at, SwitchId from, SwitchId to) { *find(at, from) = to; }
  void swap(std::size_t i, std::size_t j) {
    const auto [a, b] = cables_[i];
    const auto [c, d] = cables_[j];
    if (a == c || a == d || b == c || b == d) return;
    if (joined(a, d) || joined(c, b)) return;
    replace(a, b, d), replace(b, a, c), replace(c, d, b), replace(d, c, a);
    cables_[i] = {a, d}, cables_[j] = {c, b};
  }

  std::vector<std::pair<SwitchId, SwitchId>>& cables_;
  std::uint32_t degree_;
  Random random_;
  std::vector<SwitchId> near_;  // the neighbours of each switch, `degree_` consecutive entries
};

}  // namespace

std::vector<std::uint32_t> SwitchGraph::degrees() const {
  std::vector<std::uint32_t> degree(switches, 0);
  for (const auto& [a, b] : cables) ++degree[a], ++degree[b];
  return degree;
}

std::uint32_t graph_diameter(const SwitchGraph& graph, const std::vector<bool>& among) {
  const Neighbours neighbours(graph);
  std::uint32_t farthest = 0;
  for (SwitchId from = 0; from < graph.switches; ++from) {
    if (!among.empty() && !among[from]) continue;
    std::vector<std::uint32_t> hops(graph.switches, no_id);
    SwitchId last = from;
    neighbours.search(from, hops, [&](SwitchId s) {
      if (among.empty() || among[s]) last = s;
    });
    farthest = std::max(farthest, hops[last]);
  }
  return farthest;
}

std::vector<std::uint32_t> connected_parts(const SwitchGraph& graph) {
  const Neighbours neighbours(graph);
  std::vector<std::uint32_t> part(graph.switches, no_id), hops(graph.switches, no_id);
  std::uint32_t parts = 0;
  for (SwitchId s = 0; s < graph.switches; ++s) {
    if (part[s] != no_id) continue;
    neighbours.search(s, hops, [&](SwitchId reached) { part[reached] = parts; });
    ++parts;
  }
  return part;
}

SwitchGraph random_regular_graph(std::uint32_t switches, std::uint32_t degree, std::uint64_t seed) {
  ENSURE(degree >= 2 && degree < switches && std::uint64_t{switches} * degree % 2 == 0);
  SwitchGraph graph = ring_lattice(switches, degree);
  Shuffler shuffler(graph, degree, seed);
  // Each cable is sampled twenty times on average: no structure of the ring remains.
  for (std::size_t i = 0; i < graph.cables.size() * 10; ++i) shuffler.swap_any_two();
  for (;;) {
    const std::vector<std::uint32_t> part = connected_parts(graph);
    if (*std::max_element(part.begin(), part.end()) == 0) return graph;
    shuffler.join_parts(part);
  }
}

}  // namespace ebb::inline topology
