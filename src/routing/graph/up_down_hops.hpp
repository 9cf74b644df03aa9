// Paths on any graph that need a spanning tree of its links and may use all others: for each destination
// switch, switch and phase of a packet, every port that it may take, with the remaining hops of the shortest
// such path. Paths go up and then down (up_down.hpp). In phase 0 a packet may go up over any link, or down to
// the destination or to a switch above it in the tree. From then on, in phase 1, it only goes down.
//
// Whatever other links are off, a packet that takes one of its ports at each switch arrives. Up the tree to
// the root and down to the destination is always a path, so each switch has a port for it in each phase. No
// path is endless: ups descend in rank and downs ascend.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "base/problem.hpp"
#include "network/network.hpp"
#include "routing/graph/up_down.hpp"

namespace ebb::inline routing {

class UpDownHops {
 public:
  struct Step {
    std::uint16_t port = 0, hops = 0;  ///< hops to the destination, with this one
    std::uint8_t phase = 0;            ///< afterwards
  };
  static constexpr std::uint32_t phases = 2;

  static Problems check(const Network& network);
  void fill(const Network& network);
  std::uint64_t bytes() const {
    return steps_.size() * sizeof(Step) + first_.size() * sizeof first_[0] + hops_.size() * sizeof hops_[0];
  }

  /// True when a port of a switch leads over a link of the tree.
  bool is_tree(SwitchId s, std::uint16_t port) const { return tree_[first_port_[s] + port]; }

  /// Returns the hops from a switch to another one over the tree alone, and from the switch that one of its
  /// ports leads to.
  std::uint16_t tree_hops(SwitchId here, SwitchId to) const { return hops_[here * switches_ + to]; }
  std::uint16_t tree_hops_after(SwitchId here, std::uint16_t port, SwitchId to) const {
    return tree_hops(next_[first_port_[here] + port], to);
  }

  /// Sorted by hops. Empty when the destination is here, has no hosts, or cannot be reached in this phase.
  std::span<const Step> steps(SwitchId here, SwitchId to, std::uint32_t phase) const {
    const std::size_t place = (std::size_t{here} * switches_ + to) * phases + phase;
    return {steps_.data() + first_[place], steps_.data() + first_[place + 1]};
  }

 private:
  void mark_tree(const Network& network, const UpDown& graph);
  void measure_tree(const Network& network);

  std::size_t switches_ = 0;
  std::vector<std::uint32_t> first_;  ///< [(here * switches + to) * phases + phase], and one past the end
  std::vector<Step> steps_;
  std::vector<std::uint32_t> first_port_;  ///< of each switch
  std::vector<bool> tree_;                 ///< by port of all switches
  std::vector<SwitchId> next_;             ///< the switch that a port leads to; its own where a host is
  std::vector<std::uint16_t> hops_;        ///< [here * switches + to], over the tree
};

}  // namespace ebb::inline routing
