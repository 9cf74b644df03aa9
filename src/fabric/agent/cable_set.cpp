#include "fabric/agent/cable_set.hpp"

#include "network/distance.hpp"

namespace ebb::inline fabric {
namespace {

/// Finds edge-disjoint paths between two switches. By Menger's theorem, n such paths survive n - 1 cable
/// failures. Paths are found one after the other; a new path may cancel a cable of an earlier one by using it
/// in the other direction.
class DisjointPaths {
 public:
  DisjointPaths(const Network& network, const CableSet& cables) : network_(network), cables_(cables) {}

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
  std::vector<bool> taken_;  ///< used by a path, in the direction that leaves the port
  std::vector<PortId> came_by_;
  std::vector<SwitchId> reached_;
};

}  // namespace

CableSet& CableSet::operator&=(const CableSet& other) {
  for (std::size_t i = 0; i < has_.size(); ++i) has_[i] = has_[i] && other.has_[i];
  return *this;
}

CableSet& CableSet::operator|=(const CableSet& other) {
  for (std::size_t i = 0; i < has_.size(); ++i) has_[i] = has_[i] || other.has_[i];
  return *this;
}

bool survives(const Network& network, const CableSet& cables, std::uint32_t failures) {
  const std::vector<SwitchId> ends = switches_with_hosts(network);
  DisjointPaths paths(network, cables);
  for (std::size_t i = 1; i < ends.size(); ++i)
    if (!paths.has(ends[0], ends[i], failures + 1)) return false;
  return true;
}

bool has_paths(const Network& network, const CableSet& cables, SwitchId from, SwitchId to,
               std::uint32_t wanted) {
  return DisjointPaths(network, cables).has(from, to, wanted);
}

std::vector<SwitchId> parts_of(const Network& network, const CableSet& cables) {
  std::vector<SwitchId> part(network.switches(), no_id), found;
  for (SwitchId first = 0; first < network.switches(); ++first) {
    if (part[first] != no_id) continue;
    part[first] = first;
    found = {first};
    for (std::size_t next = 0; next < found.size(); ++next)
      for (PortId p = network.first_port[found[next]]; p < network.first_port[found[next] + 1]; ++p) {
        if (!joins_switches(network, p) || !cables.has(p)) continue;
        const SwitchId other = network.owner[network.peer[p]];
        if (part[other] == no_id) part[other] = first, found.push_back(other);
      }
  }
  return part;
}

namespace {

/// "Has at least n edge-disjoint paths to" is an equivalence relation, so one switch represents its class.
bool keeps_disjoint_paths(const Network& network, const CableSet& cables, const CableSet& best,
                          std::uint32_t wanted) {
  DisjointPaths now(network, cables), at_best(network, best);
  std::vector<SwitchId> classes;
  for (const SwitchId end : switches_with_hosts(network)) {
    bool found = false;
    for (std::size_t c = 0; c < classes.size() && !found; ++c) found = now.has(classes[c], end, wanted);
    if (found) continue;
    for (const SwitchId other : classes)
      if (at_best.has(other, end, wanted)) return false;
    classes.push_back(end);
  }
  return true;
}

}  // namespace

bool keeps(const Network& network, const CableSet& cables, const CableSet& best, std::uint32_t failures) {
  const std::vector<SwitchId> now = parts_of(network, cables), at_best = parts_of(network, best);
  const std::vector<SwitchId> ends = switches_with_hosts(network);
  std::vector<SwitchId> part_now(network.switches(), no_id);  // by component of `best`
  for (const SwitchId end : ends) {
    SwitchId& known = part_now[at_best[end]];
    if (known == no_id) known = now[end];
    if (known != now[end]) return false;
  }
  for (std::uint32_t wanted = 2; wanted <= failures + 1; ++wanted)
    if (!keeps_disjoint_paths(network, cables, best, wanted)) return false;
  return true;
}

}  // namespace ebb::inline fabric
