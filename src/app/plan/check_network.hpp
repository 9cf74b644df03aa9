// The proofs behind `ebb check`, and how they are told.
#pragma once

#include <string>

#include "app/plan/switch_words.hpp"
#include "base/result.hpp"
#include "catalogue/routings.hpp"
#include "experiment/read/configuration.hpp"
#include "experiment/run/prepared_run.hpp"
#include "report/document/table.hpp"
#include "routing/check/dependency_check.hpp"

namespace ebb::inline app {

/// A line for each thing checked; the routing must fit the network and be prepared for it. `sound` says
/// whether nothing wrong was found.
struct CheckResult {
  Table table;
  bool sound = true;
};
CheckResult check_network(const Network& network, const AnyRouting& routing, const std::string& title,
                          const DependencyLimits& limits = {}, FlowControl flow = FlowControl::credits,
                          const SwitchWords& words = {});

/// Says that packets of a run can wait for each other in a circle, as far as a short look at it shows; empty
/// when it shows none. The routing must be prepared for all of the network.
std::string deadlock_warning(const PreparedRun& run);

/// Proves it of a run file, after everything was refused that `ebb run` refuses; only how much memory the
/// run itself would take is not asked. A file may leave [traffic] out.
Result<CheckResult> check_configuration(Configuration file);

}  // namespace ebb::inline app
