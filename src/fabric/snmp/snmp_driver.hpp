// A switch that is managed by SNMP, as rollouts see it: its VLANs and PVIDs are the rules (vlan_program.hpp).
// A change of several rows is applied completely or undone. It sends no probes.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "base/problem.hpp"
#include "base/result.hpp"
#include "fabric/driver.hpp"
#include "fabric/snmp/bridge_tables.hpp"

namespace ebb::inline fabric {

class SnmpDriver final : public SwitchDriver {
 public:
  /// `interfaces` are those of the plan's local ports.
  SnmpDriver(std::string name, std::vector<std::string> interfaces, std::unique_ptr<SnmpSession> session)
      : name_(std::move(name)), interfaces_(std::move(interfaces)), session_(std::move(session)) {}

  const std::string& name() const override { return name_; }
  Result<SwitchState> read() override;
  Problems apply(const std::vector<SwitchChange>& changes) override;
  /// Those of the plan, by the names that the inventory gives them; their numbers are bridge ports.
  Result<std::vector<PortState>> ports() override;
  /// A managed switch keeps its VLANs when its connection is lost.
  Result<BridgeSettings> settings() override { return BridgeSettings{}; }
  Problems send(const std::vector<ProbeFrame>& frames) override;
  bool connection_failed() const override { return connection_failed_; }

  /// All of its bridge, with VLANs of others.
  Result<BridgeTables> tables();
  const std::vector<std::string>& interfaces() const { return interfaces_; }

 private:
  const std::string name_;
  const std::vector<std::string> interfaces_;
  const std::unique_ptr<SnmpSession> session_;
  bool connection_failed_ = false;
  bool seen_ = false;  ///< its tables; where they are gone, it is starting again
};

}  // namespace ebb::inline fabric
