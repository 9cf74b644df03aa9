// The proofs of `ebb check`, and their presentation.
#pragma once

#include <string>

#include "base/result.hpp"
#include "catalogue/any_routing.hpp"
#include "catalogue/routings.hpp"
#include "engine/model/flow/flow_settings.hpp"
#include "experiment/read/configuration.hpp"
#include "network/network.hpp"
#include "report/document/table.hpp"
#include "routing/check/dependency_check.hpp"
#include "tasks/plan/switch_texts.hpp"

namespace ebb::inline tasks {

/// A line for each check. The routing must fit the network and be prepared for it. `sound` is true when no
/// check failed.
struct CheckResult {
  Table table;
  bool sound = true;
};
CheckResult check_network(const Network& network, const AnyRouting& routing, const std::string& title,
                          const DependencyLimits& limits = {}, FlowControl flow = FlowControl::credits,
                          const SwitchTexts& texts = {});

/// Proves a run file, after the checks of `ebb run`, except that of the run's memory. The file may lack
/// [traffic].
Result<CheckResult> check_configuration(Configuration file);

}  // namespace ebb::inline tasks
