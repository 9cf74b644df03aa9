// A short deadlock check before a run. `ebb check` has the complete one.
#pragma once

#include <string>

#include "engine/model/settings.hpp"
#include "experiment/run/prepared_run.hpp"
#include "routing/check/dependency_check.hpp"

namespace ebb::inline tasks {

/// Returns the flits of the largest packet.
std::int64_t flits_of_packet(const SwitchSettings& switches, const HostSettings& hosts);

/// The dependencies that these switches and packets add.
DependencyLimits dependency_limits(const SwitchSettings& switches, const HostSettings& hosts);

/// A warning that packets of a run can wait for each other in a cycle, as far as a check of some 50 ms shows;
/// empty when it finds none. The routing must be prepared for the whole network.
std::string deadlock_warning(const PreparedRun& run);

}  // namespace ebb::inline tasks
