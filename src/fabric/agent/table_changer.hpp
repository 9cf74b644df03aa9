// Loads tables that use exactly a given set of cables, while frames cross the network, and counts the bytes
// diverted from cables that are not used.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "base/problem.hpp"
#include "fabric/agent/cable_set.hpp"

namespace ebb::inline fabric {

struct TableOrder {
  CableSet routes;    ///< the cables that the tables use
  CableSet promised;  ///< hosts that these cables connect must stay connected
};

/// Result of reading all rules of a switch.
struct TableAudit {
  SwitchId at = 0;
  std::string damage;  ///< "2 of its 18 rules are missing or changed"; empty: intact, or unreadable
};

class TableChanger {
 public:
  virtual ~TableChanger() = default;

  /// Starts loading tables. Only while no other load is running.
  virtual void begin(const TableOrder& order) = 0;
  /// Marks the switches that are gone; the load that is running skips them too.
  virtual void leave_out(const std::vector<bool>& gone) = 0;
  /// Returns nullopt while loading; then, once, the problems. Empty: all present switches hold the tables.
  virtual std::optional<Problems> ended() = 0;
  /// Bytes that would have left by each port since the start if its cable had been a route; by PortId. They
  /// may be some seconds old.
  virtual std::vector<std::uint64_t> diverted() = 0;
  /// Returns whether frames follow the loaded tables. In a dry run they do not, so frames on a cable do not
  /// show that its drain has failed.
  virtual bool moves_traffic() const { return true; }

  /// The number of our rules on a switch as the last change left it. nullopt where it is unknown: before the
  /// first change, after a failed one, in a dry run.
  virtual std::optional<std::size_t> rules_on(SwitchId) { return {}; }
  /// Starts reading all rules of a switch and comparing them with the expected ones.
  virtual void audit(SwitchId) {}
  /// Returns the result, once; nullopt while the audit is running.
  virtual std::optional<TableAudit> audited() { return {}; }
};

}  // namespace ebb::inline fabric
