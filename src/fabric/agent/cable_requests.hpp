// Decides which cables may go off and which must come on: from what the policies or a schedule request, and
// from what keeps the hosts connected, also after `spare` further failures. CableMachine carries it out.
#pragma once

#include <optional>
#include <string_view>
#include <vector>

#include "base/units.hpp"
#include "fabric/agent/cable_machine.hpp"
#include "network/network.hpp"

namespace ebb::inline fabric {

class CableRequests {
 public:
  CableRequests(const AgentContext& context, CableMachine& cables, CableMachine::Parts parts);

  /// From now on exactly these cables are on, whatever the policies request. nullopt: follow the policies.
  void schedule(std::optional<CableSet> on);
  bool has_schedule() const { return scheduled_.has_value(); }
  /// From now on every cable comes on.
  void finish() { finishing_ = true; }

  /// Takes the next step of every cable.
  void advance();
  /// Starts a change of every cable whose requested state differs from its phase.
  void decide();
  /// When cables fail, switches on cables that restore the required connectivity.
  void keep_connected();

  /// End of the hold-down of a port's cable; nullopt when it may go off.
  std::optional<Picoseconds> held_down(PortId port) const;
  /// By switch: true when it has hosts and no working cable path connects it to the largest part of the
  /// network.
  const std::vector<bool>& cut_off() const { return cut_off_; }

 private:
  void decide(CableState& cable);
  bool requests_off(const CableState& cable) const;
  bool waits_for_others() const;
  std::string_view why_not_leave(const CableState& cable) const;
  void refuse(CableState& cable, std::string_view why);
  void bring_back(CableState& cable);
  void find_cut_off();

  const AgentContext& context_;
  CableMachine& cables_;
  CableMachine::Parts parts_;
  std::optional<CableSet> scheduled_;
  bool finishing_ = false;
  std::vector<bool> cut_off_;
};

}  // namespace ebb::inline fabric
