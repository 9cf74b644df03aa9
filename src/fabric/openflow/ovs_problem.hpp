// What went wrong between us and Open vSwitch, from the words of its tools: what it means, and what to do.
#pragma once

#include <string>

#include "base/problem.hpp"
#include "fabric/inventory/inventory.hpp"
#include "fabric/run_tool.hpp"

namespace ebb::inline fabric {

struct OvsFailure {
  Problem problem;
  bool connection = false;  ///< trying again may help
};

OvsFailure explain_ovs(const ToolResult& result, const InventorySwitch& entry, const std::string& address);

}  // namespace ebb::inline fabric
