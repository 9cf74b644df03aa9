// The tables of a network that get along without some of its cables. Where the usual way to a switch would
// cross such a cable, rules of a higher priority lead to it along shortest ways over the cables that are
// left. Every hop of such a way comes closer to its end, so nothing goes round; all other destinations keep
// their usual rules, and hosts keep their addresses. Frames to where no cable leads are dropped at once.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "base/problem.hpp"
#include "fabric/agent/cable_set.hpp"
#include "fabric/openflow/program.hpp"
#include "fabric/openflow/program_walk.hpp"

namespace ebb::inline fabric {

/// Above all forwarding rules, below those for frames to many.
inline constexpr std::uint16_t detour_priority = 59000;

/// A rule that stands in for one that would send by a port which is not used now.
struct StandIn {
  SwitchId at = 0;
  std::string match;  ///< as in the plain program
  PortId missing = 0;
};

class DetourTables {
 public:
  /// Keeps a reference to the network. `ports` are the OpenFlow numbers of each switch's local ports.
  DetourTables(const Network& network, const ProgramMaker& maker,
               std::vector<std::vector<std::uint32_t>> ports);

  /// The numbers of some ports have become known; `maker` has them too. Not while others use the tables.
  void renumber(const ProgramMaker& maker, std::vector<std::vector<std::uint32_t>> ports);

  /// The program of each switch, without a version, for these cables.
  std::vector<SwitchProgram> plain(const CableSet& routes) const;
  /// The same as rules of a version in a slot.
  std::vector<SwitchProgram> stamped(const CableSet& routes, std::uint32_t version, std::uint32_t slot) const;
  std::vector<StandIn> stand_ins(const CableSet& routes) const;

  /// Walks frames between hosts through the tables: every pair of hosts, or, above `most_pairs` of them, one
  /// pair for each two switches. Says which pair does not arrive, or crosses a cable that is not to be used.
  Problems prove(const CableSet& routes) const { return prove(routes, CableSet(network_)); }
  /// The same for the pairs that can be asked for: those between which there is a way over `promised`.
  Problems prove(const CableSet& routes, const CableSet& promised, std::uint64_t most_pairs = 100'000) const;

  /// For following frames through the tables.
  Result<ProgramWalk> walk(const CableSet& routes) const;

  /// The ports between switches that frames leave by, for each pair of hosts, the first host's pairs first:
  /// one way for each two switches, of their first hosts.
  std::vector<std::vector<PortId>> ways(const CableSet& routes) const;

  const std::vector<std::vector<std::uint32_t>>& ports() const { return ports_; }

 private:
  struct Detour {
    SwitchId at = 0;
    std::uint32_t to = 0;  ///< an index into ends_
    PortId by = 0;         ///< no_id: no cable leads there
  };
  std::vector<Detour> detours(const CableSet& routes) const;
  const std::vector<PortId>& usual(SwitchId s, std::size_t to) const { return usual_[to][s]; }
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
  /// The ports by which each switch usually sends to the hosts of each end.
  std::vector<std::vector<std::vector<PortId>>> usual_;
};

}  // namespace ebb::inline fabric
