// The power tables that a run is read under: the [energy] section, and what each table makes of a run.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "experiment/read/configuration.hpp"
#include "power/device/energy.hpp"
#include "results/run_outcome.hpp"

namespace ebb::inline experiment {

struct EnergyConfig {
  std::vector<std::string> devices, components;
  std::vector<std::string> left_out;  ///< devices without a table because their file is wrong, and why

  static constexpr auto fields() {
    return std::tuple{
        field("devices", &EnergyConfig::devices,
              "whose power tables the channels' states are read under, besides the ideal and the "
              "founding paper's chip; none: all that state every rate of the run, if its channels are "
              "controlled"),
        field("components", &EnergyConfig::components,
              "tables of what each part of switches, links and adapters draws, for example \"kim-180nm\"")};
  }
  Problems check() const { return {}; }
};

struct PowerTable {
  std::string name;
  Device device;
  bool proportional = false;       ///< to the rate; of the device only the power at full rate counts
  std::optional<Medium> medium{};  ///< every channel is taken for this; nothing: what its cable is
  bool asked_for = false;          ///< shown even where it says nothing of the run's rates
};

/// What the user should know of such a device.
std::string left_out_note(const std::string& device);

/// Reads [energy]; problems go to the file's. Channels that always have full rate are read under no table,
/// unless the section names devices: whoever studies latency has not asked for energy.
std::vector<PowerTable> read_power_tables(Configuration& file, EnergyConfig& config, bool controlled);

/// Fills in the energy of a run of `switches` switches under each table that can say something of it
/// or was asked for.
void read_energy(const std::vector<PowerTable>& tables, const RateLevels& states, std::uint32_t switches,
                 RunResult& result);

/// Fills in what the channels of a run that is under way have drawn so far, span by span, under each table
/// that says something of it. The result needs its course and the kinds of its channels.
void read_series_power(const std::vector<PowerTable>& tables, const RateLevels& states, RunResult& result);

}  // namespace ebb::inline experiment
