// All that the agent knows of real switches. A driver for another kind of switch implements these two
// classes, and the agent does not change (docs/howto/adding-a-driver.md).
//
//   PortDriver   one per switch   observe its ports; set their level: a rate, off, on
//   RouteDriver  one per network  remove cables from the routes and restore them, with a proof before each
//   change
//
// The agent calls both from one thread. Methods with a body are optional: a driver that lacks one only
// detects less of what other parties change. Drivers outlive the agent.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "base/problem.hpp"
#include "base/result.hpp"
#include "base/units.hpp"
#include "fabric/agent/cable_set.hpp"
#include "network/network.hpp"

namespace ebb::inline fabric {

/// One port at one moment. Counters are the switch's own: they restart from 0 when it restarts.
struct PortReading {
  bool enabled = true;  ///< administratively up
  bool up = false;      ///< it has a link
  std::uint64_t sent_bytes = 0, received_bytes = 0;
  std::uint64_t sent_frames = 0, received_frames = 0;
  BitsPerSecond speed{0};  ///< of its link, which the agent does not set; 0: unknown
};

/// A rate that a port refused.
struct RefusedRate {
  std::uint32_t local = 0;
  std::string why;
};

/// A port whose rate differs from the one last set: another party has changed it.
struct ChangedRate {
  std::uint32_t local = 0;
  std::string what;  ///< "has 10Mbit instead of 25Mb/s"
};

/// The ports of one switch. `local` is the index of a port in the plan's list for this switch, from 0. A call
/// must not block for long: the agent reads all switches in turn.
class PortDriver {
 public:
  virtual ~PortDriver() = default;

  virtual const std::string& name() const = 0;

  // Observe.
  /// Requests the readings of all ports. readings() fetches them later, so that many switches work in
  /// parallel.
  virtual void request_readings() = 0;
  /// One reading for each local port, in order. A problem means that the switch does not answer; the agent
  /// leaves its cables as they are and tries again at the next step.
  virtual Result<std::vector<PortReading>> readings() = 0;

  // Set the level. Problems are logged, and the agent continues with what readings() shows.
  virtual Problems enable(std::uint32_t local, bool on) = 0;
  /// May only queue the change; apply_rates() then applies all of them.
  virtual Problems set_rate(std::uint32_t local, BitsPerSecond rate) = 0;
  /// Whether set_rate() changes the speed of the link, which readings() then report; the link is down
  /// meanwhile. Else it limits what the port sends.
  virtual bool sets_link_speed() const { return false; }
  /// Called after the last set_rate() of a step. Returns the ports that refused their rate and keep the old
  /// one.
  virtual std::vector<RefusedRate> apply_rates() { return {}; }

  /// Problems of what it does in the background, once.
  virtual Problems trouble() { return {}; }

  // Detect changes by other parties.
  /// Reads the rates of ports again. Called for all switches before changed_rates().
  virtual void read_rates() {}
  /// Reports each change once.
  virtual std::vector<ChangedRate> changed_rates() { return {}; }
  /// The next request_readings() also requests the number of our rules on the switch. An earlier request is
  /// dropped, so that the reply is newer than this call.
  virtual void request_rule_count() {}
  /// Returns the reply once; nullopt until it arrives.
  virtual std::optional<std::size_t> rule_count() { return {}; }
};

/// A change of routes.
struct RouteOrder {
  CableSet routes;    ///< the only cables that may carry frames afterwards
  CableSet promised;  ///< hosts that these cables connect must stay connected
};

/// Result of reading all rules of a switch.
struct RouteAudit {
  SwitchId at = 0;
  std::string damage;  ///< "2 of its 18 rules are missing or changed"; empty: intact, or unreadable
};

/// Bytes since the start that left by another port because the cable of theirs is no route.
struct DivertedBytes {
  PortId missing = 0, by = 0;
  std::uint64_t bytes = 0;
};

/// The routes of the whole network, while frames cross it.
class RouteDriver {
 public:
  virtual ~RouteDriver() = default;

  /// Starts a change: proves first that the new routes connect what was promised and have no loop, then moves
  /// all frames to them without loss. Refuses a change that it cannot prove. Not called while a change runs.
  virtual void change_routes(const RouteOrder& order) = 0;
  /// Returns nullopt during a change; then, once, its problems. Empty: all switches present follow the
  /// routes.
  virtual std::optional<Problems> result() = 0;
  /// By switch: true when it is gone. A change that runs skips these switches, too.
  virtual void exclude(const std::vector<bool>& gone) = 0;
  /// May be some seconds old. Empty where they are not counted.
  virtual std::vector<DivertedBytes> diverted_bytes() { return {}; }
  /// Returns whether frames follow the routes. In a dry run they do not, so frames on a cable do not show
  /// that its drain has failed.
  virtual bool moves_traffic() const { return true; }
  /// Frames a second on a cable that is no route: those of a routing protocol. More keep it from going off.
  virtual double background_frames() const { return 0; }

  // Detect changes by other parties.
  /// The number of our rules on a switch after the last change. nullopt where it is unknown: before the first
  /// change, after a failed one, in a dry run. Without it, rules are neither counted nor audited.
  virtual std::optional<std::size_t> expected_rules(SwitchId) { return {}; }
  /// Starts reading all rules of a switch and comparing them with the expected ones.
  virtual void start_audit(SwitchId) {}
  /// Returns the result, once; nullopt while the audit is running.
  virtual std::optional<RouteAudit> audit_result() { return {}; }
};

}  // namespace ebb::inline fabric
