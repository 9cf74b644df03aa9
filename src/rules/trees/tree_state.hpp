// The state of the search for few links: one tree for each source, in an order of the switches in which no
// path goes up after it went down, so that pause frames cause no deadlock cycle. It has the traffic of the
// trees on each channel, and the weight of the links for that. A tree has all switches that it can reach. A
// switch that leads to no hosts costs nothing and may be anywhere: it is there so that others can move onto
// it.
#pragma once

#include "network/demand.hpp"
#include "network/network.hpp"
#include "rules/trees/link_choice.hpp"

namespace ebb::inline rules {

/// The trees, and the order that they are legal in.
struct OrderedTrees {
  std::vector<std::vector<SwitchId>> parents;  ///< of each source's tree; no_id: not in it
  std::vector<std::uint32_t> order;            ///< every switch's position; towards lower positions is up
};

/// What a trunk adds to the cost and to the effort of a state.
struct TrunkWeight {
  double existing = 0, missing = 0;  ///< weight of links that exist, number of others
  double from_empty = 0;             ///< how far it is from being empty
};

class TreeState {
 public:
  TreeState(const Network& network, const Trunks& trunks, const SwitchDemand& demand, double peak,
            const LinkWeights& weights, const SlowerRates& slower, std::vector<std::uint32_t> order);

  /// Start states: shortest paths, or all paths in one tree of light trunks.
  OrderedTrees direct() const;
  OrderedTrees one_tree() const;
  /// The trunks of that tree, and shortest paths over any trunks.
  TrunkSet light_tree() const;
  OrderedTrees trees_over(const TrunkSet& on) const;
  /// True when every source reaches every switch with hosts in this order.
  bool reaches_all(const OrderedTrees& trees) const;

  const OrderedTrees& trees() const { return now_; }
  void set(const OrderedTrees& trees) {
    now_ = trees;
    count_all();
  }
  /// Recounts everything: adding and subtracting leaves rounding errors.
  void count_all();

  /// The weight of the links in use; a link that does not exist counts `missing` instead.
  double cost(double missing) const;
  /// The same, where a missing link counts more than all links, so that the search removes it first.
  double cost() const { return cost(missing_); }
  double missing() const { return missing_; }
  /// Trunks may run at lower rates.
  bool has_slower() const { return !slower_.empty(); }
  /// The cost, and how far each trunk is from being empty: it decreases towards fewer links.
  double effort(double missing) const;
  bool misses_links() const;

  TrunkUse use(TrunkId t) const;
  double traffic(TrunkId t) const { return traffic_[2 * t] + traffic_[2 * t + 1]; }
  bool is_used(TrunkId t) const { return uses_[t] > 0; }
  PathSet paths() const;

  std::size_t count() const { return now_.parents.size(); }
  /// no_id: the switch is not in the tree; itself: it is the source.
  SwitchId parent(std::size_t tree, SwitchId s) const { return now_.parents[tree][s]; }
  bool can_move(std::size_t tree, SwitchId s) const {
    return parent(tree, s) != no_id && parent(tree, s) != s;
  }
  /// True when the tree leads to hosts at s or beyond it.
  bool leads_to_hosts(std::size_t tree, SwitchId s) const { return served_[tree][s] > 0; }
  /// Moves s, with all beyond it, to another switch. False: the result would be no tree, or illegal.
  bool move(std::size_t tree, SwitchId s, SwitchId to);
  /// Swaps the switch at `place` and the one after it, if all trees stay legal.
  bool swap_places(std::uint32_t place);

 private:
  std::vector<std::vector<SwitchId>> parents_of(const PathSet& paths) const;
  void attach_others(std::vector<SwitchId>& parent) const;
  bool is_beyond(std::size_t tree, SwitchId s, SwitchId to) const;
  void count_way(std::size_t tree, SwitchId s, double amount, std::int32_t served);
  void hang(std::size_t tree, SwitchId s, SwitchId to, double amount);
  void weigh(TrunkId t);
  bool goes_down(SwitchId from, SwitchId to) const { return now_.order[from] < now_.order[to]; }
  bool is_legal(std::size_t tree) const;
  bool is_legal_at(std::size_t tree, SwitchId s, SwitchId to) const;
  bool goes_up_beyond(std::size_t tree, SwitchId s) const;

  const Network& network_;
  const Trunks& trunks_;
  const SwitchDemand& demand_;
  double peak_;
  const LinkWeights& weights_;
  const SlowerRates& slower_;
  double missing_ = 0;  ///< weight of a link that does not exist
  std::vector<SwitchId> ends_;
  OrderedTrees now_;
  std::vector<double> traffic_;
  std::vector<std::uint32_t> uses_;                ///< trees that lead to hosts over the trunk
  std::vector<TrunkWeight> weighed_;               ///< of each trunk, by these two
  std::vector<TrunkId> changed_;                   ///< not weighed yet
  std::vector<std::vector<std::int32_t>> served_;  ///< switches with hosts at or beyond one, of each tree
  std::vector<std::vector<double>> through_;       ///< traffic to these
};

}  // namespace ebb::inline rules
