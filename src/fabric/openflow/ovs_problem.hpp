// Translates error messages of Open vSwitch's tools: what they mean, and what to do.
#pragma once

#include <string>

#include "base/problem.hpp"
#include "base/process/run_tool.hpp"
#include "fabric/inventory/inventory.hpp"

namespace ebb::inline fabric {

struct OvsFailure {
  Problem problem;
  bool connection = false;  ///< a retry may help
};

OvsFailure explain_ovs(const ToolResult& result, const InventorySwitch& entry, const std::string& address);

}  // namespace ebb::inline fabric
