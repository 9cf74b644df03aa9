// Rates of ports on this machine: a token bucket (tc tbf) on each interface, as a lab has them. Changes are
// collected and made by one process, because each one would cost more than all the rest of a step. Another
// machine, or another namespace of this one, may have interfaces of the same names: an interface is the
// switch's only when it has the MAC address that the switch says of its port.
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
    HardwareAddress address{};  ///< of the port, as its switch says
    BitsPerSecond rate;
    BitsPerSecond full;  ///< its fastest rate, whose buffer it keeps at any other
  };
  void set(const std::string& interface, const RequestedLevel& requested) { wanted_[interface] = requested; }
  /// Makes all changes that were asked for since the last time.
  void flush();
  /// Interfaces whose rate stays as it was, with the reason. Whoever has an interface takes it out.
  std::map<std::string, std::string>& refused() { return refused_; }

  /// changed() reads the rates of all interfaces again.
  void look() { looks_ = true; }
  /// Interfaces that have another rate than the one that was set last, with what they have. Whoever has an
  /// interface takes it out. The rate has to be set again; where somebody else has put a qdisc there
  /// meanwhile, it is refused then.
  std::map<std::string, std::string>& changed();

 private:
  void refuse_those_elsewhere();
  void refuse_those_with_a_qdisc();

  std::map<std::string, RequestedLevel> wanted_;
  std::map<std::string, std::string> refused_;
  std::map<std::string, std::string> changed_;
  std::map<std::string, BitsPerSecond> set_;  ///< the rate that each interface has taken last
  std::set<std::string> ours_;                ///< interfaces that were found without anybody else's qdisc
  bool looks_ = false;
};

/// The qdiscs at the root of interfaces that somebody has put there, by interface, as `tc qdisc show` lists
/// them: neither the kernel's own, which have no number, nor a token bucket as ours.
std::map<std::string, std::string> foreign_qdiscs(std::string_view shown);

/// Which of the interfaces that have taken a rate have another one now, as `tc qdisc show` lists them.
std::map<std::string, std::string> changed_rates(std::string_view shown,
                                                 const std::map<std::string, BitsPerSecond>& set);

/// What `tc -batch` said of each line that failed, by the number of the line, counted from 1.
std::map<std::size_t, std::string> failed_lines(std::string_view errors);

}  // namespace ebb::inline fabric
