#include "training/chakra_match.hpp"

#include <fmt/format.h>

#include <map>
#include <queue>
#include <tuple>
#include <utility>

namespace ebb::inline training {
namespace {

/// The collectives of a process group.
struct GroupCalls {
  std::vector<std::vector<NodePlace>> calls;
  std::uint32_t ranks = 0;
};

Problem unmatched(const ChakraRanks& ranks, const NodePlace& place, const std::string& why) {
  const ChakraNode& n = node_at(ranks, place);
  const std::string group = n.group.empty() ? "" : fmt::format(" of group \"{}\"", n.group);
  return problem_at(ranks, place,
                    fmt::format("is {} of {} B{}, but {}", name_of(n.call), n.bytes, group, why),
                    "each rank of a group makes the same collectives in the same order");
}

/// Adds the n-th collective of a rank in its group. Returns why it does not belong there, or an empty text.
std::string join(const ChakraRanks& ranks, GroupCalls& group, std::size_t n, const NodePlace& place) {
  if (n == 0) ++group.ranks;
  if (n == group.calls.size()) {
    if (group.ranks > 1) return fmt::format("rank {} makes no more", group.calls.front().front().rank);
    group.calls.push_back({place});
    return "";
  }
  const NodePlace& first = group.calls[n].front();
  const ChakraNode &theirs = node_at(ranks, first), &own = node_at(ranks, place);
  if (theirs.call != own.call || theirs.bytes != own.bytes)
    return fmt::format("rank {} makes {} of {} B in node {}", first.rank, name_of(theirs.call), theirs.bytes,
                       theirs.id);
  group.calls[n].push_back(place);
  return "";
}

}  // namespace

Problem problem_at(const ChakraRanks& ranks, const NodePlace& place, std::string what, std::string hint) {
  return {fmt::format("rank {}, node {}", place.rank, node_at(ranks, place).id), std::move(what),
          std::move(hint)};
}

Result<std::vector<std::vector<NodePlace>>> match_collectives(const ChakraRanks& ranks) {
  std::map<std::string, GroupCalls> groups;
  for (std::uint32_t r = 0; r < ranks.size(); ++r) {
    std::map<std::string, std::size_t> seen;
    for (std::uint32_t i = 0; i < ranks[r].size(); ++i) {
      const ChakraNode& n = ranks[r][i];
      if (n.kind != ChakraKind::collective) continue;
      const std::string wrong = join(ranks, groups[n.group], seen[n.group]++, {r, i});
      if (!wrong.empty()) return unmatched(ranks, {r, i}, wrong);
    }
  }
  std::vector<std::vector<NodePlace>> all;
  for (auto& [name, group] : groups)
    for (auto& call : group.calls) {
      if (call.size() < group.ranks)
        return unmatched(ranks, call.front(),
                         fmt::format("only {} of {} ranks make it", call.size(), group.ranks));
      all.push_back(std::move(call));
    }
  return all;
}

Result<std::vector<MatchedMessage>> match_messages(const ChakraRanks& ranks) {
  std::map<std::tuple<std::uint32_t, std::uint32_t, std::uint32_t>, std::queue<NodePlace>> sends;
  std::vector<NodePlace> receives;
  for (std::uint32_t r = 0; r < ranks.size(); ++r)
    for (std::uint32_t i = 0; i < ranks[r].size(); ++i) {
      const ChakraNode& n = ranks[r][i];
      if (n.kind != ChakraKind::send && n.kind != ChakraKind::receive) continue;
      if (n.peer >= ranks.size() || n.peer == r)
        return problem_at(ranks, {r, i}, fmt::format("has rank {} as its peer", n.peer),
                          fmt::format("the trace has {} ranks: are all files there?", ranks.size()));
      if (n.kind == ChakraKind::send)
        sends[{r, n.peer, n.tag}].push({r, i});
      else
        receives.push_back({r, i});
    }
  std::vector<MatchedMessage> all;
  for (const NodePlace& place : receives) {
    const ChakraNode& n = node_at(ranks, place);
    auto& waiting = sends[{n.peer, place.rank, n.tag}];
    if (waiting.empty())
      return problem_at(ranks, place,
                        fmt::format("receives what rank {} does not send with tag {}", n.peer, n.tag),
                        "each receive needs a send with its tag");
    all.push_back({waiting.front(), place});
    waiting.pop();
  }
  return all;
}

}  // namespace ebb::inline training
