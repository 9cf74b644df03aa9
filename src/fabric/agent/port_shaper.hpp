// Rates of ports on this machine: a token bucket (tc tbf) on each interface, as a lab has them. Changes are
// collected and made by one process, because each one would cost more than all the rest of a step.
#pragma once

#include <map>
#include <string>

#include "base/problem.hpp"
#include "base/units.hpp"

namespace ebb::inline fabric {

class PortShaper {
 public:
  /// `full`: the fastest rate of a port, whose buffer it keeps at any other.
  explicit PortShaper(BitsPerSecond full = {}) : full_(full) {}
  void set(const std::string& interface, BitsPerSecond rate) { wanted_[interface] = rate; }
  /// Makes all changes that were asked for since the last time.
  Problems flush();

 private:
  BitsPerSecond full_;
  std::map<std::string, BitsPerSecond> wanted_;
};

}  // namespace ebb::inline fabric
