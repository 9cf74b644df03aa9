// A driver for Open vSwitch: OpenFlow 1.4 through ovs-ofctl, whose bundles are atomic, and the database
// through ovsdb-client. Both run without a shell and with a time limit. OpenFlow 1.0 is never used: it
// silently drops the masks of addresses.
#pragma once

#include <string>
#include <vector>

#include "base/problem.hpp"
#include "base/process/run_tool.hpp"
#include "base/result.hpp"
#include "fabric/driver.hpp"
#include "fabric/inventory/inventory.hpp"

namespace ebb::inline fabric {

class OvsDriver : public SwitchDriver {
 public:
  OvsDriver(InventorySwitch entry, const InventoryTls& tls);

  const std::string& name() const override { return entry_.name; }
  Result<SwitchState> read() override;
  Result<std::vector<InstalledRule>> rules() override;
  Problems apply(const std::vector<SwitchChange>& changes) override;
  Result<std::vector<PortState>> ports() override;
  Result<BridgeSettings> settings() override;
  Problems send(const std::vector<ProbeFrame>& frames) override;
  bool connection_failed() const override { return connection_failed_; }
  void stop_with(std::stop_token stop) override { place_.stop = std::move(stop); }

 private:
  Result<std::string> ofctl(std::vector<std::string> words, const std::string& input = "");
  Problem explain(const ToolResult& result, const std::string& address);

  InventorySwitch entry_;
  ToolPlace place_;
  std::vector<std::string> tls_options_;
  bool connection_failed_ = false;
  bool may_have_groups_ = true;  ///< false: there were none, and no holder of our lock has added any
};

/// The lines of a bundle as `ovs-ofctl bundle` reads them.
std::string bundle_text(const std::vector<SwitchChange>& changes);
/// A frame of 60 bytes as hexadecimal digits: addresses, our EtherType, zeros.
std::string probe_text(const ProbeFrame& frame);

}  // namespace ebb::inline fabric
