// The load of each channel while cables go off one after another, by the tables that the agent would load.
// Only what a cable changes is computed again: distances, detours, and the paths of the demands over them.
// A network of thousands of hosts has tens of thousands of cables to try, and tables are slow to build.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <utility>
#include <vector>

#include "fabric/agent/cable_set.hpp"
#include "fabric/agent/off/detour_tables.hpp"
#include "fabric/openflow/program_walk.hpp"
#include "network/demand.hpp"
#include "network/network.hpp"

namespace ebb::inline fabric {

class OffLoads {
 public:
  /// Keeps references to all three. All cables are on.
  OffLoads(const Network& network, const DetourTables& tables, const std::vector<HostDemand>& demand);

  /// Computes everything for these cables.
  void set(const CableSet& on);

  /// Takes cables out. False, and nothing has changed, where a switch with hosts or a demand would be cut
  /// off, or a channel would carry more than this share of its rate.
  bool remove(const std::vector<PortId>& cables, double max_utilisation);

  /// Whether all demands arrive and no channel carries more than this share of its rate.
  bool fits(double max_utilisation) const;
  const CableSet& on() const { return on_; }
  std::int64_t load(PortId port) const { return loads_[port]; }  ///< bits per second
  /// What remove() has looked at so far: the same on all machines, unlike time.
  std::uint64_t work() const { return work_; }

 private:
  struct Demand {
    HostId from = 0, to = 0;
    std::int64_t bits = 0;
    std::size_t end = 0;       ///< of its destination
    std::vector<PortId> path;  ///< the channels, also the last one, to the host
    /// For each of them, where `crossing_` of its switch has this demand.
    std::vector<std::uint32_t> crossings;
    bool delivered = false;
    std::vector<std::pair<PortId, PortId>> usual;  ///< where a normal rule leads from a port, once asked
  };
  struct Entry {
    std::size_t end = 0;
    SwitchId at = 0;
    std::uint16_t hops = 0;
    PortId detour = 0;
  };
  /// A demand that leaves a switch, by the channel at this place of its path.
  struct Crossing {
    std::uint32_t demand = 0, hop = 0;
  };
  struct OldPath {
    std::uint32_t demand = 0;
    std::vector<PortId> path;
    bool delivered = false;
  };

  /// The ends of a switch are adjacent, because a cable that goes off is compared for all ends.
  std::size_t place(std::size_t end, SwitchId s) const { return s * tables_.ends().size() + end; }
  bool leads_closer(std::size_t end, PortId port) const;
  void remove_cable(PortId port);
  void settle(std::size_t end, SwitchId from);
  void search(std::size_t end);
  std::uint16_t hops_by_neighbours(std::size_t end, SwitchId s) const;
  void change(std::size_t end, SwitchId s, std::uint16_t hops);
  void find_demands();
  void find_demands_at(SwitchId s, std::span<const std::pair<SwitchId, std::size_t>> marks);
  void follow_again(double max_utilisation);
  void follow(Demand& demand);
  PortId usual_port(Demand& demand, PortId in);
  void add_load(std::uint32_t demand, std::int64_t sign);
  bool is_too_full(PortId port, double max_utilisation) const;
  void undo(const std::vector<PortId>& cables);

  const Network& network_;
  const DetourTables& tables_;
  std::optional<ProgramWalk> walk_;  ///< with all cables on
  CableSet on_;
  std::vector<std::uint16_t> hops_;       ///< by end and switch
  std::vector<PortId> detours_;           ///< by end and switch
  std::vector<std::uint32_t> usual_off_;  ///< by end: ports of its normal rules that are off
  std::vector<bool> has_hosts_;           ///< by switch
  std::vector<Demand> demands_;
  std::vector<std::vector<std::uint32_t>> demands_to_;  ///< by end
  std::vector<std::vector<Crossing>> crossing_;         ///< by switch
  std::vector<std::vector<std::uint32_t>> usual_ends_;  ///< by port: the ends with a normal rule to it
  std::vector<std::int64_t> loads_;
  std::uint16_t farthest_ = 0;  ///< hops with all cables on
  // What the removal under way has changed.
  std::vector<Entry> old_entries_;
  std::vector<OldPath> old_paths_;
  std::vector<std::size_t> old_usual_;
  std::vector<bool> is_changed_;  ///< by end
  std::vector<std::size_t> changed_ends_;
  std::vector<SwitchId> seen_;  ///< by end: the switch at hand, where it has changed for this end
  std::vector<std::pair<SwitchId, std::size_t>>
      marks_;                         ///< switches and the ends for which they have changed
  std::vector<std::uint32_t> again_;  ///< demands to follow again
  bool cut_ = false, full_ = false;
  std::uint64_t work_ = 0;
};

}  // namespace ebb::inline fabric
