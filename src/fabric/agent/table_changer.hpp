// Brings tables onto the switches that use some cables and no others, while frames cross the network, and
// knows how much would have gone by a cable that is not used.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "base/problem.hpp"
#include "fabric/agent/cable_set.hpp"

namespace ebb::inline fabric {

struct TableOrder {
  CableSet routes;    ///< what the tables use
  CableSet promised;  ///< what these cables connect, the tables must connect too
};

/// What a reading of all rules of a switch has found.
struct TableAudit {
  SwitchId at = 0;
  std::string
      damage;  ///< "2 of its 18 rules are missing or changed"; empty: as they should be, or unreadable
};

class TableChanger {
 public:
  virtual ~TableChanger() = default;

  /// Begins to bring tables. Only when nothing is under way.
  virtual void begin(const TableOrder& order) = 0;
  /// These switches, by number, are gone: what is under way does without them too.
  virtual void leave_out(const std::vector<bool>& gone) = 0;
  /// Nothing while it is under way; then what went wrong, once. Empty: all switches that are there hold the
  /// tables.
  virtual std::optional<Problems> ended() = 0;
  /// Bytes that would have left by each port since the start, had its cable been a route; by PortId. They
  /// may be some seconds old.
  virtual std::vector<std::uint64_t> diverted() = 0;
  /// Whether frames follow the tables that were brought. Where they do not, in a dry run, nothing that is
  /// counted on a cable says that its traffic has not been led round it.
  virtual bool moves_traffic() const { return true; }

  /// How many rules of ours a switch holds that is as the last change has left it. Nothing where that is not
  /// known: before the first change, after one that failed, in a dry run.
  virtual std::optional<std::size_t> rules_on(SwitchId) { return {}; }
  /// Begins to read all rules of a switch and to compare them with those that it should hold.
  virtual void audit(SwitchId) {}
  /// What it has found, once; nothing while it is under way.
  virtual std::optional<TableAudit> audited() { return {}; }
};

}  // namespace ebb::inline fabric
