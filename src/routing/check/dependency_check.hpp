// Walks every state that a packet can be in, over all its options, and proves of a routing on a built network
// that every pair is reached within a bounded number of hops over existing ports and virtual channels, and
// that the channel dependency graph has no cycle; or says what is wrong.
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
  std::uint32_t groups = 0, groups_walked = 0;  ///< destinations, or intermediate switches; and those walked
  std::uint64_t states = 0, transitions = 0;    ///< of all groups that were walked
  std::uint32_t longest_way = 0;                ///< switch-to-switch hops
  std::vector<std::string> faults;              ///< why a packet may not arrive; the first few
  std::vector<std::string> cycle;               ///< channels of a dependency cycle, each waiting for the next
  std::size_t graph_bytes = 0;
  bool too_large = false;  ///< nothing was walked

  bool complete() const { return !too_large && groups_walked == groups; }
  /// Nothing wrong was found. A proof only if the walk was complete.
  bool clean() const { return !too_large && faults.empty() && cycle.empty(); }
};

struct DependencyLimits {
  /// About ten seconds. When all groups would take more, as many as fit are walked, all over the network.
  std::uint64_t transitions = 100'000'000;
  std::size_t graph_bytes = std::size_t{2} << 30;
  /// All virtual channels of a port stop together, as 802.3x pauses them: then each depends on all, and a
  /// packet may have to wait for any hop that it has chosen.
  bool ports_stop_whole = false;
  /// A packet may be longer than a buffer (wormhole): it keeps channels behind it while it waits further on.
  bool packets_span = false;
};

/// The states of one group at a time, and what is learnt from them.
class DependencyWalk {
 public:
  DependencyWalk(const Network& network, int vcs, const DependencyLimits& limits = {});

  void begin_group() { states_.clear(), steps_.clear(), first_step_.clear(); }
  void start_at(SwitchId s, const Route& route) { states_.find(s, route); }
  bool next_state(RouteState& state);
  /// An option of the state that was asked for last; `waits`: a packet may wait for it.
  void add_option(Hop hop, const Route& next, bool waits);
  void finish_group();
  void finish();

  DependencyReport report;

 private:
  struct Step {
    std::uint32_t state = 0;  ///< that it leads to
    Hop hop;
    bool waits = true;
  };
  void fault(std::string text);
  void add_dependencies();
  void add_extended();
  void add_all_after(std::size_t lane, std::uint32_t state, std::uint32_t search);
  std::size_t lane_of(std::uint32_t state, Hop hop) const;
  void measure_ways();

  const Network& network_;
  int vcs_;
  bool whole_ports_;  ///< the graph knows ports, and not their virtual channels
  bool span_;         ///< packets keep channels behind those that nobody waits for
  DependencyGraph graph_;
  ExtendedGraph extended_;
  RouteStates states_;
  std::vector<Step> steps_;
  std::vector<std::size_t> first_step_;     ///< of each state that was asked for
  bool delivered_ = false, waits_ = false;  ///< of the state that was asked for last
  std::vector<std::uint64_t> rows_;         ///< what may follow each state
  std::vector<std::size_t> first_word_;
  std::vector<std::uint32_t> found_, found_for_;  ///< while all states after one are looked up
};

/// A step that visits all of n places in turn, any number of them spread about evenly. (Groups differ in
/// size, so how many will fit is not known before.)
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
