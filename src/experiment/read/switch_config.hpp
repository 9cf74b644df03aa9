// Reads the switch sections of a run file: [switch], with its table of stages, [flow] and [lanes].
#pragma once

#include "base/problem.hpp"
#include "engine/model/settings.hpp"
#include "experiment/read/configuration.hpp"
#include "network/network.hpp"

namespace ebb::inline experiment {

/// Adds problems to the file's.
void read_switches(Configuration& file, SwitchSettings& switches);

/// Refuses stages that are slower than packet heads can arrive. The built network gives the rates of its
/// cables.
Problems check_stages(const SwitchSettings& switches, const HostSettings& hosts, const Network& network);

}  // namespace ebb::inline experiment
