// The ports of a managed switch by SNMP: counters and links of IF-MIB, off and on by ifAdminStatus, and rates
// where the switch has MAU-MIB. A switch without 64-bit counters has its 32-bit ones counted on; one that has
// been started again is noticed by its uptime, and its counters begin anew.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "fabric/agent/ports/port_driver.hpp"
#include "fabric/agent/ports/snmp_session.hpp"

namespace ebb::inline fabric {

/// A counter of 32 bits as one of 64: it may wrap once between two readings.
class LongCounter {
 public:
  std::uint64_t read(std::uint32_t now, bool started_again) {
    if (started_again)
      turns_ = 0;
    else if (now < last_)
      ++turns_;
    last_ = now;
    return turns_ << 32 | now;
  }

 private:
  std::uint64_t turns_ = 0;
  std::uint32_t last_ = 0;
};

class SnmpPorts final : public PortDriver {
 public:
  /// `interfaces` are the names of the plan's local ports (ifName or ifDescr), or their numbers (ifIndex).
  SnmpPorts(std::string name, std::unique_ptr<SnmpSession> session, std::vector<std::string> interfaces);

  const std::string& name() const override { return name_; }
  void ask() override {}
  Result<std::vector<PortReading>> answer() override;
  Problems enable(std::uint32_t local, bool on) override;
  Problems set_rate(std::uint32_t local, BitsPerSecond rate) override;

 private:
  /// Bytes and frames, received and sent.
  static constexpr std::size_t counters = 4;
  struct Port {
    unsigned long index = 0;  ///< ifIndex
    LongCounter counted[counters];
  };

  /// A switch may number its ports anew when it is started again.
  Problems find_ports();
  Result<bool> started_again();
  std::vector<SnmpName> questions() const;
  Result<PortReading> reading_of(Port& port, const SnmpValue* values, bool again) const;

  const std::string name_;
  const std::unique_ptr<SnmpSession> session_;
  const std::vector<std::string> interfaces_;
  std::vector<Port> ports_;
  std::uint64_t uptime_ = 0;  ///< hundredths of a second, when last asked
};

}  // namespace ebb::inline fabric
