#include "training/chakra_job.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <span>
#include <utility>

#include "base/counted.hpp"
#include "base/problem.hpp"
#include "base/units.hpp"
#include "network/network.hpp"
#include "record/rounds.hpp"
#include "training/chakra_graph.hpp"
#include "training/chakra_match.hpp"
#include "training/collective_messages.hpp"

namespace ebb::inline training {
namespace {

/// What of a rank does one thing after the other.
enum Lane : std::size_t { on_host, on_accelerator, communication, lanes };

class JobOfNodes {
 public:
  JobOfNodes(const ChakraRanks& ranks, const ChakraGraph& graph, const CollectiveStyle& collectives)
      : ranks_(ranks),
        graph_(graph),
        collectives_(collectives),
        job_(static_cast<std::uint32_t>(ranks.size())) {
    for (const auto& nodes : ranks_) {
      ends_.emplace_back(nodes.size(), no_id);
      last_.emplace_back().fill(no_id);
    }
  }

  JobMaker make() {
    for (const std::uint32_t u : graph_.order) {
      const std::vector<NodePlace>& members = graph_.units[u].members;
      if (node_at(ranks_, members.front()).kind == ChakraKind::collective)
        add_collective(members);
      else
        add_node(members.front());
    }
    return std::move(job_);
  }

 private:
  static Lane lane_of(const ChakraNode& n) {
    if (n.kind != ChakraKind::computing) return communication;
    return n.on_host ? on_host : on_accelerator;
  }

  /// The operations that must have ended before the node begins. A lane's later operations follow its earlier
  /// ones, so the latest of each is enough.
  Numbers before(const NodePlace& place) const {
    const ChakraNode& n = node_at(ranks_, place);
    std::array<std::uint32_t, lanes> latest;
    latest.fill(no_id);
    const auto wait_for = [&](Lane lane, std::uint32_t number) {
      if (number != no_id && (latest[lane] == no_id || latest[lane] < number)) latest[lane] = number;
    };
    Numbers all;
    for (const std::uint32_t i : graph_.before[place.rank][place.node]) {
      const std::uint32_t end = ends_[place.rank][i];
      if (ranks_[place.rank][i].kind != ChakraKind::receive)
        wait_for(lane_of(ranks_[place.rank][i]), end);
      else if (end != no_id)
        all.push_back(end);
    }
    if (n.kind != ChakraKind::receive) wait_for(lane_of(n), last_[place.rank][lane_of(n)]);
    for (const std::uint32_t number : latest)
      if (number != no_id) all.push_back(number);
    return all;
  }

  std::uint32_t step(std::uint32_t rank, Picoseconds time, Numbers after) {
    return add_step(job_, rank, time, std::move(after));
  }

  void end(const NodePlace& place, std::uint32_t number) {
    const ChakraNode& n = node_at(ranks_, place);
    ends_[place.rank][place.node] = number;
    if (n.kind != ChakraKind::receive && number != no_id) last_[place.rank][lane_of(n)] = number;
  }

  void add_node(const NodePlace& place) {
    const ChakraNode& n = node_at(ranks_, place);
    Numbers after = before(place);
    if (n.kind == ChakraKind::send)
      return end(place,
                 job_.add(place.rank, n.peer, {std::max<std::int64_t>(1, n.bytes)}, {{}, std::move(after)}));
    if (n.kind == ChakraKind::receive) {
      const NodePlace& from = graph_.send_of[place.rank][place.node];
      after.push_back(ends_[from.rank][from.node]);
      return end(place, step(place.rank, {}, std::move(after)));
    }
    end(place, step(place.rank, n.duration, std::move(after)));
  }

  void add_collective(const std::vector<NodePlace>& members) {
    std::vector<Numbers> after;
    std::vector<HostId> hosts;
    for (const NodePlace& place : members) after.push_back(before(place)), hosts.push_back(place.rank);
    const ChakraNode& n = node_at(ranks_, members.front());
    training_rounds(collectives_, n.call, static_cast<std::uint32_t>(members.size()), n.bytes,
                    [&](const Round& round) { add_round(job_, round, hosts, after); });
    for (std::size_t i = 0; i < members.size(); ++i)
      end(members[i], step(members[i].rank, {}, std::move(after[i])));
  }

  const ChakraRanks& ranks_;
  const ChakraGraph& graph_;
  const CollectiveStyle collectives_;
  JobMaker job_;
  std::vector<Numbers> ends_;                           ///< of each node of each rank; no_id: at once
  std::vector<std::array<std::uint32_t, lanes>> last_;  ///< of each rank
};

/// Times are counted in picoseconds.
Problems check_duration(const ChakraRanks& ranks) {
  constexpr double most_days = 100, ps_per_day = 86'400e12;
  double days = 0;
  for (const auto& rank : ranks)
    for (const ChakraNode& n : rank) days += static_cast<double>(n.duration.v) / ps_per_day;
  if (days <= most_days) return {};
  return {{counted(ranks.size(), "rank"),
           fmt::format("compute {:.0f} days in all, more than {}", days, most_days),
           "convert fewer ranks or a shorter trace"}};
}

std::string about(const ChakraRanks& ranks, const ChakraGraph& graph) {
  std::array<std::uint64_t, 4> kinds{};
  std::uint64_t nodes = 0, untimed = 0;
  for (const auto& rank : ranks)
    for (const ChakraNode& n : rank) {
      ++nodes, ++kinds[static_cast<std::size_t>(n.kind)];
      untimed += n.kind == ChakraKind::computing && !n.has_time;
    }
  const auto number = [&](ChakraKind kind) { return kinds[static_cast<std::size_t>(kind)]; };
  std::string text =
      fmt::format("Chakra: {} of {}: {} of computing, {} of collectives, {} sent, {} received\n",
                  counted(nodes, "node"), counted(ranks.size(), "rank"), number(ChakraKind::computing),
                  number(ChakraKind::collective), number(ChakraKind::send), number(ChakraKind::receive));
  if (untimed > 0)
    text += fmt::format("{} of computing without a duration take no time\n", counted(untimed, "node"));
  if (graph.missing > 0)
    text += fmt::format("{} on nodes that the files do not hold count as met\n",
                        counted(graph.missing, "dependency", "dependencies"));
  if (graph.dropped > 0)
    text += fmt::format("{} in cycles within a rank were dropped\n",
                        counted(graph.dropped, "dependency", "dependencies"));
  return text;
}

}  // namespace

Result<ChakraJob> chakra_job(const ChakraRanks& ranks, const CollectiveStyle& collectives) {
  if (Problems wrong = check_duration(ranks); !wrong.empty()) return wrong;
  const auto graph = chakra_graph(ranks);
  if (!graph) return graph.problems();
  return ChakraJob{JobOfNodes(ranks, *graph, collectives).make(), about(ranks, *graph)};
}

}  // namespace ebb::inline training
