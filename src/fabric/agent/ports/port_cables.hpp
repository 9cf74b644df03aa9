// The cables of a network, by the ports at their ends: the agent's port drivers also serve a regulation.
#pragma once

#include <map>
#include <vector>

#include "base/problem.hpp"
#include "base/result.hpp"
#include "base/units.hpp"
#include "fabric/agent/agent_driver.hpp"
#include "fabric/rollout/regulation.hpp"
#include "network/network.hpp"

namespace ebb::inline fabric {

class PortCables final : public CableDriver {
 public:
  /// Drivers are in the order of the network's switches.
  PortCables(const Network& network, std::vector<PortDriver*> switches)
      : network_(network), switches_(std::move(switches)) {}

  Problems switch_on(PortId port, bool on) override;
  Problems set_rate(PortId port, BitsPerSecond rate) override;
  Result<bool> is_on(PortId port) override;
  /// The lower speed of both ends where the ports set it; else the rate that was last set here.
  Result<BitsPerSecond> rate(PortId port) override;
  /// For every port between switches, whether its cable is on. Reads each switch once.
  Result<std::vector<bool>> all_on();

 private:
  PortDriver& driver(PortId port) const { return *switches_[network_.owner[port]]; }
  std::uint32_t local(PortId port) const { return port - network_.first_port[network_.owner[port]]; }
  Result<PortReading> read(PortId port);

  const Network& network_;
  const std::vector<PortDriver*> switches_;
  std::map<PortId, BitsPerSecond> rates_;
};

}  // namespace ebb::inline fabric
