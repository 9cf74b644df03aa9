#include "training/chakra_graph.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <functional>
#include <queue>
#include <set>
#include <unordered_map>
#include <utility>

#include "base/problem.hpp"

namespace ebb::inline training {
namespace {

/// Traces that frameworks record hold nodes that wait for themselves, also through others. Of each such cycle
/// the node with the smallest number begins first, without waiting for the rest. Returns how many
/// dependencies were dropped.
std::uint64_t drop_cycles(const std::vector<ChakraNode>& nodes,
                          std::vector<std::vector<std::uint32_t>>& before) {
  using Ready = std::pair<std::uint64_t, std::uint32_t>;  // number, place
  std::vector<std::vector<std::uint32_t>> followers(nodes.size());
  std::set<Ready> ready, waiting;
  std::vector<std::size_t> still;
  for (std::uint32_t i = 0; i < nodes.size(); ++i) {
    for (const std::uint32_t earlier : before[i]) followers[earlier].push_back(i);
    still.push_back(before[i].size());
    (still[i] == 0 ? ready : waiting).insert({nodes[i].id, i});
  }
  std::vector<bool> is_done(nodes.size(), false);
  std::uint64_t dropped = 0;
  while (!ready.empty() || !waiting.empty()) {
    if (ready.empty()) {
      const std::uint32_t i = waiting.begin()->second;
      dropped += std::erase_if(before[i], [&](std::uint32_t earlier) { return !is_done[earlier]; });
      ready.insert(*waiting.begin()), waiting.erase(waiting.begin()), still[i] = 0;
    }
    const std::uint32_t i = ready.begin()->second;
    ready.erase(ready.begin()), is_done[i] = true;
    for (const std::uint32_t f : followers[i])
      if (still[f] > 0 && --still[f] == 0) ready.insert({nodes[f].id, f}), waiting.erase({nodes[f].id, f});
  }
  return dropped;
}

class GraphMaker {
 public:
  explicit GraphMaker(const ChakraRanks& ranks) : ranks_(ranks) {
    for (const auto& nodes : ranks_) {
      unit_of_.emplace_back(nodes.size());
      graph_.before.emplace_back(nodes.size());
      graph_.send_of.emplace_back(nodes.size());
    }
  }

  Result<ChakraGraph> make() {
    auto collectives = match_collectives(ranks_);
    if (!collectives) return collectives.problems();
    const auto messages = match_messages(ranks_);
    if (!messages) return messages.problems();
    for (auto& places : *collectives) add_unit(std::move(places));
    for (std::uint32_t r = 0; r < ranks_.size(); ++r)
      for (std::uint32_t i = 0; i < ranks_[r].size(); ++i)
        if (ranks_[r][i].kind != ChakraKind::collective) add_unit({{r, i}});
    for (const MatchedMessage& m : *messages) {
      graph_.send_of[m.receive.rank][m.receive.node] = m.send;
      needs(m.receive, m.send);
    }
    for (std::uint32_t r = 0; r < ranks_.size(); ++r)
      if (Problems wrong = add_dependencies(r); !wrong.empty()) return wrong;
    if (Problems wrong = put_in_order(); !wrong.empty()) return wrong;
    return std::move(graph_);
  }

 private:
  void add_unit(std::vector<NodePlace> places) {
    for (const NodePlace& p : places)
      unit_of_[p.rank][p.node] = static_cast<std::uint32_t>(graph_.units.size());
    graph_.units.push_back({std::move(places), {}, 0});
  }

  void needs(const NodePlace& later, const NodePlace& earlier) {
    const std::uint32_t unit = unit_of_[later.rank][later.node];
    graph_.units[unit_of_[earlier.rank][earlier.node]].followers.push_back(unit);
    ++graph_.units[unit].waits;
  }

  Problems add_dependencies(std::uint32_t r) {
    std::unordered_map<std::uint64_t, std::uint32_t> index;
    for (std::uint32_t i = 0; i < ranks_[r].size(); ++i)
      if (!index.emplace(ranks_[r][i].id, i).second)
        return {problem_at(ranks_, {r, i}, "has the number of another node",
                           "a rank's nodes have different numbers")};
    for (std::uint32_t i = 0; i < ranks_[r].size(); ++i)
      for (const std::uint64_t id : ranks_[r][i].after) {
        const auto found = index.find(id);
        if (found == index.end()) {
          ++graph_.missing;
          continue;
        }
        graph_.before[r][i].push_back(found->second);
      }
    graph_.dropped += drop_cycles(ranks_[r], graph_.before[r]);
    for (std::uint32_t i = 0; i < ranks_[r].size(); ++i)
      for (const std::uint32_t earlier : graph_.before[r][i]) needs({r, i}, {r, earlier});
    return {};
  }

  /// Of the units that wait for nothing, the one with the smallest number of a node is first.
  Problems put_in_order() {
    using Ready = std::pair<std::uint64_t, std::uint32_t>;
    std::priority_queue<Ready, std::vector<Ready>, std::greater<>> ready;
    const auto file = [&](std::uint32_t u) {
      ready.push({node_at(ranks_, graph_.units[u].members.front()).id, u});
    };
    std::vector<std::uint32_t> still;
    for (std::uint32_t u = 0; u < graph_.units.size(); ++u)
      if (still.push_back(graph_.units[u].waits), still.back() == 0) file(u);
    while (!ready.empty()) {
      const std::uint32_t u = ready.top().second;
      ready.pop();
      graph_.order.push_back(u);
      for (const std::uint32_t follower : graph_.units[u].followers)
        if (--still[follower] == 0) file(follower);
    }
    const auto stuck = std::find_if(still.begin(), still.end(), [](std::uint32_t n) { return n > 0; });
    if (stuck == still.end()) return {};
    const ChakraUnit& unit = graph_.units[static_cast<std::size_t>(stuck - still.begin())];
    return {
        problem_at(ranks_, unit.members.front(), "waits for itself through other nodes",
                   "ranks wait for each other: do all make their collectives and messages in one order?")};
  }

  const ChakraRanks& ranks_;
  std::vector<std::vector<std::uint32_t>> unit_of_;  ///< of each node of each rank
  ChakraGraph graph_;
};

}  // namespace

Result<ChakraGraph> chakra_graph(const ChakraRanks& ranks) { return GraphMaker(ranks).make(); }

}  // namespace ebb::inline training
