// VLAN trees over any set of cables: the tables of an agent on managed switches. Trees avoid the cables that
// are off, and switches that no cable reaches have trees of their own.
#pragma once

#include <vector>

#include "base/problem.hpp"
#include "fabric/agent/route_tables.hpp"
#include "fabric/trees/trees_settings.hpp"
#include "network/network.hpp"
#include "rules/trees/tree_plan.hpp"

namespace ebb::inline fabric {

class TreeRoutes final : public RouteTables {
 public:
  /// Keeps references to all of them. `ports` are the bridge ports of each switch's local ports; they may
  /// become known later, while no tables change. The paths are made by the rule of the settings.
  TreeRoutes(const Network& network, const TreesSettings& settings,
             const std::vector<std::vector<std::uint32_t>>& ports)
      : network_(network), settings_(settings), ports_(ports) {}

  Problems prove(const CableSet& routes, const CableSet& promised) const override;
  std::vector<SwitchProgram> stamped(const CableSet& routes, std::uint32_t version,
                                     std::uint32_t slot) const override;
  std::vector<std::vector<PortId>> ports_of_pairs(const CableSet& routes) const override;

 private:
  TreePlan plan(const CableSet& routes) const;

  const Network& network_;
  const TreesSettings& settings_;
  const std::vector<std::vector<std::uint32_t>>& ports_;
};

}  // namespace ebb::inline fabric
