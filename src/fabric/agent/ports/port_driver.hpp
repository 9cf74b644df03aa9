// The ports of one switch as the agent sees them: counters, link state, off and on, and the rate. There are
// drivers for Open vSwitch and SNMP, and one for in-memory switches.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "base/result.hpp"
#include "base/units.hpp"

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

class PortDriver {
 public:
  virtual ~PortDriver() = default;

  virtual const std::string& name() const = 0;
  /// Requests the readings of all ports. The reply is fetched later by answer(), so that many switches work
  /// in parallel.
  virtual void ask() = 0;
  /// One reading for each local port of the plan, in order.
  virtual Result<std::vector<PortReading>> answer() = 0;
  virtual Problems enable(std::uint32_t local, bool on) = 0;
  /// May only queue the change; refused_rates() then applies all of them.
  virtual Problems set_rate(std::uint32_t local, BitsPerSecond rate) = 0;
  /// Call after the last set_rate() of a step. Returns the ports of this switch that refused their rate and
  /// keep the old one.
  virtual std::vector<RefusedRate> refused_rates() { return {}; }

  /// The next ask() also requests the number of our rules on the switch. An earlier request is dropped, so
  /// that the reply is newer than this call.
  virtual void count_rules() {}
  /// Returns the reply once; nullopt until it arrives.
  virtual std::optional<std::size_t> counted_rules() { return {}; }

  /// Reads the rates of ports again. Call it for all switches before changed_rates().
  virtual void look_at_rates() {}
  /// Reports each change once.
  virtual std::vector<ChangedRate> changed_rates() { return {}; }
};

}  // namespace ebb::inline fabric
