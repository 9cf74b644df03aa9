// The ports of a managed switch by SNMP: counters, links and speeds of IF-MIB, off and on by ifAdminStatus,
// and rates where the switch has MAU-MIB. For a switch without 64-bit counters, 32-bit ones are extended. A
// restart of the switch is detected by its uptime; its counters then restart from 0.
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "base/problem.hpp"
#include "base/result.hpp"
#include "base/units.hpp"
#include "fabric/agent/agent_driver.hpp"
#include "fabric/snmp/snmp_session.hpp"

namespace ebb::inline fabric {

/// Extends a 32-bit counter to 64 bits: it may wrap once between two readings.
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
  void request_readings() override {}
  Result<std::vector<PortReading>> readings() override;
  Problems enable(std::uint32_t local, bool on) override;
  /// Twisted pairs: 10 and 100 Mb/s are set without autonegotiation, faster rates need it (IEEE 802.3).
  Problems set_rate(std::uint32_t local, BitsPerSecond rate) override;
  bool sets_link_speed() const override { return !keeps_rates_; }
  /// From now on set_rate() does nothing: for an agent, which cannot lead paths around a link that is
  /// interrupted by another speed.
  void keep_rates() { keeps_rates_ = true; }
  /// The bridge ports of the plan's local ports, once the switch has answered; nullopt before.
  std::optional<std::vector<std::uint32_t>> bridge_ports();

 private:
  /// Bytes and frames, received and sent.
  static constexpr std::size_t counters = 4;
  struct Port {
    unsigned long index = 0;  ///< ifIndex
    LongCounter counted[counters];
  };

  /// Finds the ports again: a switch may renumber them when it restarts.
  Problems find_ports();
  Result<bool> started_again();
  /// Two states and the speed of each port, then its counters: four of 64 bits, or eight of both sizes.
  std::vector<SnmpName> questions() const;
  std::size_t values_of_port() const { return has_long_counters_ ? 7 : 11; }
  Result<PortReading> reading_of(Port& port, const SnmpValue* values, bool again) const;

  const std::string name_;
  const std::unique_ptr<SnmpSession> session_;
  const std::vector<std::string> interfaces_;
  std::vector<Port> ports_;
  bool has_long_counters_ = true;  ///< until one is missing
  bool answers_ = false, keeps_rates_ = false;
  std::uint64_t uptime_ = 0;  ///< hundredths of a second, at the last reading
};

}  // namespace ebb::inline fabric
