// Tables of a network that avoid some of its cables. Where the normal path to a switch would cross such a
// cable, rules of a higher priority use shortest paths over the remaining cables. Every hop of such a path
// reduces the distance, so nothing loops. All other destinations keep their normal rules, and hosts keep
// their addresses. Frames to unreachable switches are dropped at once.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "base/problem.hpp"
#include "base/random.hpp"
#include "base/result.hpp"
#include "fabric/agent/cable_set.hpp"
#include "fabric/agent/route_tables.hpp"
#include "fabric/openflow/program.hpp"
#include "fabric/openflow/program_walk.hpp"
#include "network/network.hpp"
#include "rules/tables/address.hpp"

namespace ebb::inline fabric {

/// Above all forwarding rules, below those for broadcast and multicast.
inline constexpr std::uint16_t detour_priority = 59000;

class DetourTables final : public RouteTables {
 public:
  /// Keeps a reference to the network. `ports` are the OpenFlow numbers of each switch's local ports.
  DetourTables(const Network& network, const ProgramMaker& maker,
               std::vector<std::vector<std::uint32_t>> ports);

  /// Sets port numbers that have become known; `maker` has them too. Not thread-safe.
  void renumber(const ProgramMaker& maker, std::vector<std::vector<std::uint32_t>> ports);

  /// The program of each switch for these cables, without a version.
  std::vector<SwitchProgram> plain(const CableSet& routes) const;
  /// The same program as rules of a version in a slot.
  std::vector<SwitchProgram> stamped(const CableSet& routes, std::uint32_t version,
                                     std::uint32_t slot) const override;
  std::vector<StandIn> stand_ins(const CableSet& routes) const override;

  /// Above 100,000 pairs of hosts, one pair of hosts per pair of switches.
  Problems prove(const CableSet& routes, const CableSet& promised) const override;
  Problems prove(const CableSet& routes) const { return prove(routes, CableSet(network_)); }

  /// Returns an object that follows frames through the tables.
  Result<ProgramWalk> walk(const CableSet& routes) const;

  std::vector<std::vector<PortId>> ports_of_pairs(const CableSet& routes) const override;

  const std::vector<std::vector<std::uint32_t>>& ports() const { return ports_; }

  /// The switches with hosts. Destinations are indices into this list.
  const std::vector<SwitchId>& ends() const { return ends_; }
  /// The ports by which a switch normally sends to the hosts of a destination.
  const std::vector<PortId>& usual(SwitchId s, std::size_t to) const { return usual_[to][s]; }

  static constexpr PortId usual_rule = no_id - 1;
  /// The port to a reachable destination. A switch keeps its normal rule (usual_rule) where all ports of the
  /// rule lead closer. Otherwise the rule gets one port that does. The choice depends on the destination, so
  /// that detours are spread over the ports.
  template <class Closer>
  PortId detour(SwitchId s, std::size_t to, const Closer& closer) const {
    const std::vector<PortId>& ports = usual(s, to);
    std::uint32_t better = 0, good = 0;
    for (const PortId p : ports) better += closer(p);
    if (!ports.empty() && better == ports.size()) return usual_rule;
    const std::uint64_t draw = mix_bits(std::uint64_t{s} << 32 | ends_[to]);
    if (better > 0) return nth(ports, closer, draw % better);
    std::vector<PortId> all;
    for (PortId p = network_.first_port[s]; p < network_.first_port[s + 1]; ++p)
      if (closer(p)) all.push_back(p), ++good;
    return all[draw % good];
  }

 private:
  template <class Closer>
  static PortId nth(const std::vector<PortId>& ports, const Closer& closer, std::uint64_t n) {
    for (const PortId p : ports)
      if (closer(p) && n-- == 0) return p;
    return no_id;
  }
  struct Detour {
    SwitchId at = 0;
    std::uint32_t to = 0;  ///< an index into ends_
    PortId by = 0;         ///< no_id: unreachable
  };
  std::vector<Detour> detours(const CableSet& routes) const;
  bool is_affected(std::size_t to, const CableSet& routes) const;
  void add_detours(std::size_t to, const CableSet& routes, std::vector<Detour>& all) const;
  std::vector<std::string> matches(std::uint32_t to) const;
  std::string to_many_actions(SwitchId s, const std::vector<bool>& tree) const;
  FlowRule mark_of(const CableSet& routes) const;
  std::uint32_t number(PortId port) const;

  const Network& network_;
  AddressPlan plan_;
  bool flat_ = false;
  std::vector<std::vector<std::uint32_t>> ports_;
  std::vector<SwitchProgram> base_;
  std::vector<SwitchId> ends_;              ///< switches with hosts
  std::vector<std::vector<HostId>> hosts_;  ///< of each of them
  /// The ports by which each switch normally sends to the hosts of each end.
  std::vector<std::vector<std::vector<PortId>>> usual_;
};

/// Hops from each switch to switch `end`, over these cables; no_id where there is no path.
std::vector<std::uint32_t> hops_to(const Network& network, SwitchId end, const CableSet& routes);

}  // namespace ebb::inline fabric
