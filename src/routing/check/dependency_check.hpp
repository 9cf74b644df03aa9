// Checks a routing on a built network. It walks every state that a packet can be in, over all its options. It
// proves that every pair is connected within a bounded number of hops over existing ports and virtual
// channels, and that the channel dependency graph has no cycle; or it reports what is wrong.
#pragma once

#include <fmt/core.h>

#include <cstdint>
#include <string>
#include <vector>

#include "network/distance.hpp"
#include "network/network.hpp"
#include "routing/check/dependency_graph.hpp"
#include "routing/check/route_states.hpp"
#include "routing/check/walk.hpp"
#include "routing/graph/extended_graph.hpp"

namespace ebb::inline routing {

struct DependencyReport {
  std::uint32_t groups = 0, groups_walked = 0;  ///< destinations or intermediate switches; those walked
  std::uint64_t states = 0, transitions = 0;    ///< of all groups that were walked
  std::uint32_t longest_path = 0;               ///< switch-to-switch hops
  std::vector<std::string> faults;              ///< why a packet may not arrive; the first few reasons
  std::vector<std::string> cycle;               ///< channels of a dependency cycle, each waiting for the next
  std::size_t graph_bytes = 0;
  bool too_large = false;  ///< nothing was walked

  bool complete() const { return !too_large && groups_walked == groups; }
  /// True when no fault was found. It is a proof only if the walk was complete.
  bool clean() const { return !too_large && faults.empty() && cycle.empty(); }
};

struct DependencyLimits {
  /// About ten seconds. When all groups would take longer, as many as fit are walked, spread over the
  /// network.
  std::uint64_t transitions = 100'000'000;
  std::size_t graph_bytes = std::size_t{2} << 30;
  /// All virtual channels of a port stop together, as 802.3x pauses them. Then each depends on all, and a
  /// packet may have to wait for any hop that it has chosen.
  bool ports_stop_whole = false;
  /// A packet may be longer than a buffer (wormhole). It occupies channels behind it while it waits further
  /// on.
  bool packets_span = false;
};

/// The states of one group at a time, and the dependencies found from them.
class DependencyWalk {
 public:
  DependencyWalk(const Network& network, int vcs, const DependencyLimits& limits = {});

  void begin_group() { states_.clear(), steps_.clear(), first_step_.clear(); }
  void start_at(SwitchId s, const Route& route) { states_.find(s, route); }
  bool next_state(RouteState& state);
  /// Adds an option of the current state. `waits`: a packet may wait for it.
  void add_option(Hop hop, const Route& next, bool waits);
  void finish_group();
  void finish();

  DependencyReport report;

 private:
  struct Step {
    std::uint32_t state = 0;  ///< state that it leads to
    Hop hop;
    bool waits = true;
  };
  void fault(std::string text);
  void add_dependencies();
  void add_extended();
  void add_all_after(std::size_t lane, std::uint32_t state, std::uint32_t search);
  std::size_t lane_of(std::uint32_t state, Hop hop) const;
  void measure_paths();

  const Network& network_;
  int vcs_;
  bool whole_ports_;  ///< the graph has ports, not their virtual channels
  bool span_;         ///< packets occupy channels before those that are never waited for
  DependencyGraph graph_;
  ExtendedGraph extended_;
  RouteStates states_;
  std::vector<Step> steps_;
  std::vector<std::size_t> first_step_;     ///< of each visited state
  bool delivered_ = false, waits_ = false;  ///< of the current state
  std::vector<std::uint64_t> rows_;         ///< hops that may follow each state
  std::vector<std::size_t> first_word_;
  std::vector<std::uint32_t> found_, found_for_;  ///< used while all states after one are looked up
};

/// Returns a stride that visits all of n places in turn, so that any first part of them is spread about
/// evenly. Groups differ in size, so the number that fits is not known before.
std::size_t spreading_step(std::size_t n);

/// The routing must fit the network and be prepared for it.
template <class Routing>
DependencyReport check_dependencies(const Routing& routing, const Network& network,
                                    const DependencyLimits& limits = {}) {
  DependencyReport sizes;
  sizes.graph_bytes = DependencyGraph::bytes(network, routing.vcs());
  sizes.too_large = sizes.graph_bytes > limits.graph_bytes;
  if (sizes.too_large) return sizes;
  DependencyWalk walk(network, routing.vcs(), limits);
  walk.report = sizes;
  const std::vector<SwitchId> ends = switches_with_hosts(network);
  walk.report.groups = static_cast<std::uint32_t>(ends.size());
  const std::size_t step = spreading_step(ends.size());
  for (std::size_t i = 0; walk.report.groups_walked < ends.size(); i = (i + step) % ends.size()) {
    if (walk.report.transitions >= limits.transitions) break;
    walk.begin_group();
    each_start(routing, ends[i], [&](const Route& route) {
      for (SwitchId from : ends) walk.start_at(from, route);
    });
    RouteState state;
    while (walk.next_state(state))
      routing.options(state.here, state.route, [&](Hop hop, const Route& next) {
        walk.add_option(hop, next, waits_for(routing, hop));
      });
    walk.finish_group();
  }
  walk.finish();
  return walk.report;
}

}  // namespace ebb::inline routing
