// Rates of ports on this machine: a token bucket (tc tbf) on each interface, as in a lab. Changes are
// collected and applied by one process, because one process each would cost more than the rest of a step.
// Another machine, or another namespace of this one, may have interfaces of the same names. So an interface
// counts as the switch's only when it has the MAC address that the switch reports for the port.
#pragma once

#include <map>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "base/units.hpp"
#include "fabric/agent/ports/openflow_message.hpp"

namespace ebb::inline fabric {

class PortShaper {
 public:
  struct RequestedLevel {
    HardwareAddress address{};  ///< of the port, as its switch reports it
    BitsPerSecond rate;
    BitsPerSecond full;  ///< its full rate; the buffer is sized for it at every rate
  };
  void set(const std::string& interface, const RequestedLevel& requested) { wanted_[interface] = requested; }
  /// Applies all changes requested since the last call.
  void flush();
  /// Interfaces whose rate was refused, with the reason. The driver of an interface removes its entry.
  std::map<std::string, std::string>& refused() { return refused_; }

  /// The next changed() reads the rates of all interfaces again.
  void look() { looks_ = true; }
  /// Interfaces whose rate differs from the one last set, with the actual rate. The driver of an interface
  /// removes its entry and sets the rate again. If another party has installed a qdisc meanwhile, that is
  /// refused.
  std::map<std::string, std::string>& changed();

 private:
  void refuse_those_elsewhere();
  void refuse_those_with_a_qdisc();

  std::map<std::string, RequestedLevel> wanted_;
  std::map<std::string, std::string> refused_;
  std::map<std::string, std::string> changed_;
  std::map<std::string, BitsPerSecond> set_;  ///< the last rate that each interface has accepted
  std::set<std::string> ours_;                ///< interfaces found without a foreign qdisc
  bool looks_ = false;
};

/// Foreign root qdiscs by interface, as `tc qdisc show` lists them: neither the kernel's defaults, which have
/// no number, nor a token bucket like ours.
std::map<std::string, std::string> foreign_qdiscs(std::string_view shown);

/// The interfaces whose rate differs from the one they accepted, as `tc qdisc show` lists them.
std::map<std::string, std::string> changed_rates(std::string_view shown,
                                                 const std::map<std::string, BitsPerSecond>& set);

/// The error that `tc -batch` reported for each failed line, by line number from 1.
std::map<std::size_t, std::string> failed_lines(std::string_view errors);

}  // namespace ebb::inline fabric
