// The power tables under which a run is read: the [energy] section, and the energy that each table gives for
// a run.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "base/medium.hpp"
#include "base/units.hpp"
#include "experiment/read/configuration.hpp"
#include "power/control/rate_levels.hpp"
#include "power/device/device.hpp"
#include "power/device/domain_power.hpp"
#include "power/device/energy.hpp"
#include "results/run_outcome.hpp"

namespace ebb::inline experiment {

struct EnergyConfig {
  std::vector<std::string> devices, components;
  double speedup = 1;
  std::vector<std::string> left_out;  ///< devices without a table because their file is invalid, and why

  static constexpr auto fields() {
    return std::tuple{
        field("devices", &EnergyConfig::devices,
              "whose power tables the channels' states are read under, besides the ideal and the "
              "founding paper's chip; none: all that state every rate of the run, if its channels are "
              "controlled"),
        field("components", &EnergyConfig::components,
              "tables of what each part of switches, links and adapters draws, for example \"kim-180nm\""),
        field("speedup", &EnergyConfig::speedup,
              "times that the run's clock is faster than the world's, where a day is simulated in "
              "milliseconds: "
              "the times to wake of power domains are divided by it",
              {1, 1e12})};
  }
};

struct PowerTable {
  std::string name;
  Device device;
  bool proportional = false;           ///< power follows the rate; only the device's full-rate power counts
  std::optional<Medium> medium{};      ///< medium assumed for every channel; nothing: that of its cable
  bool asked_for = false;              ///< shown even if it has no power for the run's rates
  std::vector<DomainPower> domains{};  ///< of the device, as they sleep in this run
  double speedup = 1;                  ///< of the run's clock (EnergyConfig)
};

/// Returns the warning about a device that is left out.
std::string left_out_note(const std::string& device);

/// The states of the channels of a kind, and the time in each. Channels that are off for the whole run have
/// two states, off and full rate, and spend all time in the first.
RateLevels states_of(const ChannelKindResult& kind, const RateLevels& states);
std::vector<Picoseconds> times_of(const ChannelKindResult& kind, const std::vector<Picoseconds>& time_in);

/// Reads [energy]. Adds problems to the file's. A run without rate control is read under no table unless the
/// section names devices, because a study of latency needs no energy.
std::vector<PowerTable> read_power_tables(Configuration& file, EnergyConfig& config, bool controlled);

/// Fills in the energy of a run of `switches` switches, under each table that states its power or was
/// requested by name.
void read_energy(const std::vector<PowerTable>& tables, const RateLevels& states, std::uint32_t switches,
                 RunResult& result);

/// Fills in the power of the channels of a run in progress as a time series, under each table that states it.
/// The result needs its time series and the kinds of its channels.
void read_series_power(const std::vector<PowerTable>& tables, const RateLevels& states,
                       std::uint32_t switches, RunResult& result);

}  // namespace ebb::inline experiment
