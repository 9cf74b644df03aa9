// The component tables under which a run is read: files in the folder `components` of a device folder, and
// the energy that each table gives for a run.
#pragma once

#include <string>
#include <vector>

#include "base/result.hpp"
#include "engine/model/settings.hpp"
#include "experiment/device/power_tables.hpp"
#include "experiment/read/configuration.hpp"
#include "network/network.hpp"
#include "power/control/rate_levels.hpp"
#include "power/device/components.hpp"
#include "power/device/device.hpp"
#include "results/run_outcome.hpp"

namespace ebb::inline experiment {

struct PartsTable {
  ComponentTable parts;
  Device link;  ///< device whose states the table's links have
};

/// Returns the names of all available tables, sorted.
std::vector<std::string> component_names();

/// Reads a table by its name or path. A relative path starts from the folder `beside`. The problems of an
/// unknown name have no `where`.
Result<ComponentTable> find_components(const std::string& name, const std::string& beside);

/// Reads the tables that [energy] names. Adds problems to the file's.
std::vector<PartsTable> read_parts_tables(Configuration& file, const EnergyConfig& config);

/// Reads the times of the adapter that [host] names, if any. Adds problems to the file's. Returns the name of
/// the adapter's file, or an empty text.
std::string read_adapter(Configuration& file, HostSettings& hosts);

/// Fills in the energy of each component in the measured time of a run, under each table.
void read_components(const std::vector<PartsTable>& tables, const RateLevels& states, const Network& network,
                     const SwitchSettings& switches, RunResult& result);

}  // namespace ebb::inline experiment
