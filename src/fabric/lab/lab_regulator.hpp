// Regulates the links of a lab's switches like those of a real network: `ebb fabric regulate` from inside the
// program.
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "base/problem.hpp"
#include "base/result.hpp"
#include "fabric/agent/ports/openflow_ports.hpp"
#include "fabric/agent/ports/port_cables.hpp"
#include "fabric/lab/lab_names.hpp"
#include "fabric/openflow/ovs_driver.hpp"
#include "fabric/rollout/regulation.hpp"
#include "network/network.hpp"
#include "rules/trees/tree_plan.hpp"

namespace ebb::inline fabric {

class LabRegulator {
 public:
  /// The network is that of the lab. It must outlive the regulator, at the same address.
  static Result<std::unique_ptr<LabRegulator>> open(const LabNames& names, const Network& network);

  /// Switches the links in `off` ("s0-s1", "s0-s1:1") off and all others on, and moves the paths to the
  /// latter.
  RegulationReport regulate(const std::vector<std::string>& off);
  /// Of the last regulation.
  const TreePlan& trees() const { return *trees_; }

 private:
  LabRegulator(const LabNames& names, const Network& network) : names_(names), network_(network) {}
  Problems open_switches(const Inventory& inventory);

  const LabNames names_;
  const Network& network_;
  std::vector<std::unique_ptr<OvsDriver>> drivers_;
  std::vector<std::vector<std::uint32_t>> numbers_;  ///< OpenFlow numbers of each switch's local ports
  std::vector<std::unique_ptr<OpenFlowPorts>> ports_;
  std::unique_ptr<PortCables> cables_;
  std::optional<TreePlan> trees_;
};

}  // namespace ebb::inline fabric
