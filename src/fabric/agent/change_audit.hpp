// Detects what other parties have changed on the switches: missing rules, disabled ports, rates and link
// speeds. Rules are counted often, over the connection that also carries counters, and read completely now
// and then. Every finding is logged, and repaired as after a restart of the switch.
#pragma once

#include <functional>
#include <string>
#include <vector>

#include "base/units.hpp"
#include "fabric/agent/rate_setter.hpp"
#include "fabric/agent/table_synchroniser.hpp"
#include "network/network.hpp"

namespace ebb::inline fabric {

/// A port that another party has changed, and what changed.
struct PortFinding {
  PortId port = 0;
  std::string what;
};
/// Number of changes found that were made by others.
struct ChangesFound {
  std::uint64_t rules = 0, ports = 0, rates = 0;
};

class ChangeAudit {
 public:
  ChangeAudit(const AgentContext& context, const SwitchPoller& poller, TableSynchroniser& tables,
              RateSetter& rates);

  /// Call once per step. `off_by_us` tells of a port between switches whether the agent has switched it off.
  void run(const std::function<bool(PortId)>& off_by_us);
  /// Call when all switches present hold their correct tables.
  void end_damage();

  /// What is wrong with the rules of a switch, until they are repaired; empty: nothing known.
  const std::string& damage(SwitchId s) const { return switches_[s].damage; }
  const ChangesFound& found() const { return found_; }
  std::uint64_t repairs() const { return repairs_; }  ///< of the rules of a switch
  std::vector<PortFinding> port_findings() const;

 private:
  struct Switch {
    bool counting = false;  ///< a rule count is requested and not yet answered
    Picoseconds count_again{};
    std::string damage;
    Picoseconds damaged_since{};
  };
  struct Port {
    bool off_by_others = false;              ///< switched off, but not by the agent
    Picoseconds enable_again{};              ///< off_by_others: earliest time of the next attempt
    BitsPerSecond speed{0}, first_speed{0};  ///< of its link: latest, and first seen
  };
  void count_rules();
  void read_rules();
  void take_damage(SwitchId s, const std::string& what);
  void audit_port(PortId port, bool off_by_us);
  void audit_speed(PortId port);
  void audit_rates();

  const AgentContext& context_;
  const SwitchPoller& poller_;
  TableSynchroniser& tables_;
  RateSetter& rates_;
  std::vector<Switch> switches_;
  std::vector<Port> ports_;
  ChangesFound found_;
  std::uint64_t repairs_ = 0;
  bool reading_rules_ = false;  ///< an audit of the switch before next_read_ is running
  SwitchId next_read_ = 0;
  Picoseconds read_again_{}, rates_again_{};
};

}  // namespace ebb::inline fabric
