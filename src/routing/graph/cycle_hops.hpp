// Paths on a network that has a cycle through all switches (cycle.hpp): for each destination switch, switch
// and phase of a packet, every port that leads on along the cycle without passing the destination. The next
// switch of the cycle is among them for every destination, so one channel of each switch suffices, and any
// others may be on.
//
// Whatever else is off, a packet that takes one of its ports at each switch arrives: every hop brings it
// nearer along the cycle. A packet passes the beginning of the cycle at most once. It is in phase 0 before
// and in phase 1 from that hop on. In each phase the places on the cycle only ascend, so channels of their
// own for each phase have no cyclic dependency, whichever are on.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "base/problem.hpp"
#include "network/network.hpp"
#include "routing/graph/up_down_hops.hpp"

namespace ebb::inline routing {

class CycleHops {
 public:
  using Step = UpDownHops::Step;  ///< hops to the destination are those with all links on
  static constexpr std::uint32_t phases = 2;

  static Problems check(const Network& network);
  /// The network passes check().
  void fill(const Network& network);
  std::uint64_t bytes() const { return steps_.size() * sizeof(Step) + first_.size() * sizeof first_[0]; }

  /// Returns the hops from the switch that a port leads to, over the cycle alone.
  std::uint32_t cycle_hops_after(SwitchId here, std::uint16_t port, SwitchId to) const {
    return distance(next_[first_port_[here] + port], to);
  }

  /// Sorted by hops. Empty when the destination is here, has no hosts, or was passed in phase 1.
  std::span<const Step> steps(SwitchId here, SwitchId to, std::uint32_t phase) const {
    const std::size_t place = (std::size_t{here} * place_.size() + to) * phases + phase;
    return {steps_.data() + first_[place], steps_.data() + first_[place + 1]};
  }

 private:
  std::uint32_t distance(SwitchId from, SwitchId to) const {
    const auto switches = static_cast<std::uint32_t>(place_.size());
    return (place_[to] + switches - place_[from]) % switches;
  }
  void add_steps(SwitchId here, SwitchId to, std::uint32_t phase, const std::vector<std::uint16_t>& left);

  std::vector<std::uint32_t> place_;  ///< of each switch on the cycle
  std::vector<std::uint32_t> first_;  ///< [(here * switches + to) * phases + phase], and one past the end
  std::vector<Step> steps_;
  std::vector<std::uint32_t> first_port_;  ///< of each switch
  std::vector<SwitchId> next_;             ///< the switch that a port leads to; its own where a host is
};

}  // namespace ebb::inline routing
