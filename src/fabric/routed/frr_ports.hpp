// The ports of a router that runs FRR, for the agent: counters and links of the kernel, ports off and on.
// Rates are the hardware's: an agent on routers knows only off and full rate.
#pragma once

#include <string>
#include <vector>

#include "base/problem.hpp"
#include "base/result.hpp"
#include "base/units.hpp"
#include "fabric/agent/agent_driver.hpp"
#include "fabric/routed/frr_router.hpp"

namespace ebb::inline fabric {

class FrrPorts final : public PortDriver {
 public:
  /// `ports` are the interfaces of the plan's local ports, in order. The router outlives this.
  FrrPorts(FrrRouter& router, std::vector<std::string> ports) : router_(router), ports_(std::move(ports)) {}

  const std::string& name() const override { return router_.name(); }
  void request_readings() override { router_.request_links(); }
  Result<std::vector<PortReading>> readings() override;
  Problems enable(std::uint32_t local, bool on) override { return router_.enable_port(ports_[local], on); }
  Problems set_rate(std::uint32_t, BitsPerSecond) override { return {}; }

 private:
  FrrRouter& router_;
  std::vector<std::string> ports_;
};

}  // namespace ebb::inline fabric
