// The tables of components that a run is read under: files in the folder `components` of a folder of devices,
// and what each of them makes of a run.
#pragma once

#include <string>
#include <vector>

#include "engine/model/settings.hpp"
#include "experiment/device/power_tables.hpp"
#include "experiment/read/configuration.hpp"
#include "network/network.hpp"
#include "power/device/components.hpp"

namespace ebb::inline experiment {

struct PartsTable {
  ComponentTable parts;
  Device link;  ///< whose states its links have
};

/// Returns the names of all tables that can be found, sorted.
std::vector<std::string> component_names();

/// Reads a table by its name or its path, which starts from the folder `beside`. The problems of an unknown
/// name have no `where`.
Result<ComponentTable> find_components(const std::string& name, const std::string& beside);

/// Reads those that [energy] names; problems go to the file's.
std::vector<PartsTable> read_parts_tables(Configuration& file, const EnergyConfig& config);

/// Reads the times of the adapter that [host] names, if it names one; problems go to the file's. Returns the
/// file that they are from, or nothing.
std::string read_adapter(Configuration& file, HostSettings& hosts);

/// Fills in what each part drew in the measured time of a run, under each table.
void read_components(const std::vector<PartsTable>& tables, const RateLevels& states, const Network& network,
                     const SwitchSettings& switches, RunResult& result);

}  // namespace ebb::inline experiment
