// The ports of one switch as the agent sees them: counters, whether a link is up, off and on, and the rate.
// There is one for Open vSwitch and a twin in memory.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "base/result.hpp"
#include "base/units.hpp"

namespace ebb::inline fabric {

/// One port at one moment. Counters are the switch's own: they begin anew when it restarts.
struct PortReading {
  bool enabled = true;  ///< nobody has switched it off
  bool up = false;      ///< it has a link
  std::uint64_t sent_bytes = 0, received_bytes = 0;
  std::uint64_t sent_frames = 0, received_frames = 0;
  BitsPerSecond speed{0};  ///< of its link, which nobody here sets; 0: unknown
};

/// A rate that a port did not take.
struct RefusedRate {
  std::uint32_t local = 0;
  std::string why;
};

/// A port that has another rate than the one that was set last: somebody else has changed it.
struct ChangedRate {
  std::uint32_t local = 0;
  std::string what;  ///< "has 10Mbit instead of 25Mb/s"
};

class PortDriver {
 public:
  virtual ~PortDriver() = default;

  virtual const std::string& name() const = 0;
  /// Asks for the readings of all ports. The answer is fetched later, so that many switches work at a time.
  virtual void ask() = 0;
  /// One reading for each local port of the plan, in order.
  virtual Result<std::vector<PortReading>> answer() = 0;
  virtual Problems enable(std::uint32_t local, bool on) = 0;
  /// It may only be noted here, to be done with others in refused_rates().
  virtual Problems set_rate(std::uint32_t local, BitsPerSecond rate) = 0;
  /// After the last set_rate() of a step: which ports of this switch did not take theirs, and keep what they
  /// had.
  virtual std::vector<RefusedRate> refused_rates() { return {}; }

  /// The next ask() asks too how many rules of ours the switch holds. What was asked before is forgotten, so
  /// that the answer is younger than this call.
  virtual void count_rules() {}
  /// The answer, once; nothing until there is one.
  virtual std::optional<std::size_t> counted_rules() { return {}; }

  /// Before changed_rates(), of all switches: the rates of ports are read again.
  virtual void look_at_rates() {}
  /// Each change is told once.
  virtual std::vector<ChangedRate> changed_rates() { return {}; }
};

}  // namespace ebb::inline fabric
