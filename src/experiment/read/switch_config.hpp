// Reads what a run file says of its switches: [switch], with its table of stages, [flow] and [lanes].
#pragma once

#include "engine/model/settings.hpp"
#include "experiment/read/configuration.hpp"
#include "network/network.hpp"

namespace ebb::inline experiment {

/// Complaints go to the file's problems.
void read_switches(Configuration& file, SwitchSettings& switches);

/// Refuses stages that are slower than heads can come. The built network has the rates of its cables.
Problems check_stages(const SwitchSettings& switches, const HostSettings& hosts, const Network& network);

}  // namespace ebb::inline experiment
