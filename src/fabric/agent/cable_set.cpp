#include "fabric/agent/cable_set.hpp"

#include "network/distance.hpp"

namespace ebb::inline fabric {
namespace {

/// As many ways between two switches as are wanted, no two over one cable (Menger: then as many cables less
/// one may fail). Ways are found one after the other. A later one may take a cable of an earlier way in the
/// other direction, and both then go on without it.
class DisjointWays {
 public:
  DisjointWays(const Network& network, const CableSet& cables) : network_(network), cables_(cables) {}

  bool has(SwitchId from, SwitchId to, std::uint32_t wanted) {
    taken_.assign(network_.switch_ports(), false);
    for (std::uint32_t found = 0; found < wanted; ++found)
      if (!add_way(from, to)) return false;
    return true;
  }

 private:
  bool add_way(SwitchId from, SwitchId to) {
    came_by_.assign(network_.switches(), no_id);
    reached_ = {from};
    for (std::size_t next = 0; next < reached_.size() && came_by_[to] == no_id; ++next)
      look_from(reached_[next], from);
    if (came_by_[to] == no_id) return false;
    for (SwitchId s = to; s != from;) {
      const PortId port = came_by_[s], back = network_.peer[port];
      if (taken_[back])
        taken_[back] = false;
      else
        taken_[port] = true;
      s = network_.owner[port];
    }
    return true;
  }
  void look_from(SwitchId s, SwitchId from) {
    for (PortId p = network_.first_port[s]; p < network_.first_port[s + 1]; ++p) {
      if (!joins_switches(network_, p) || !cables_.has(p) || taken_[p]) continue;
      const SwitchId other = network_.owner[network_.peer[p]];
      if (other == from || came_by_[other] != no_id) continue;
      came_by_[other] = p;
      reached_.push_back(other);
    }
  }

  const Network& network_;
  const CableSet& cables_;
  std::vector<bool> taken_;  ///< by a way, in the direction that leaves the port
  std::vector<PortId> came_by_;
  std::vector<SwitchId> reached_;
};

}  // namespace

bool survives(const Network& network, const CableSet& cables, std::uint32_t failures) {
  const std::vector<SwitchId> ends = switches_with_hosts(network);
  DisjointWays ways(network, cables);
  for (std::size_t i = 1; i < ends.size(); ++i)
    if (!ways.has(ends[0], ends[i], failures + 1)) return false;
  return true;
}

}  // namespace ebb::inline fabric
