// The part of a run file that its traffic needs: network, hosts, traffic, seed. It is not simulated.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "base/result.hpp"
#include "base/units.hpp"
#include "catalogue/traffics.hpp"
#include "experiment/read/configuration.hpp"
#include "experiment/read/settings.hpp"
#include "network/network.hpp"
#include "traffic/size/cutting.hpp"
#include "traffic/traffic.hpp"

namespace ebb::inline experiment {

/// Reads [traffic] of the file. Adds problems to the file's.
void read_traffic_section(Configuration& file, TrafficConfig& config);

struct TrafficInput {
  Network network;
  Cutting cutting;
  std::uint64_t seed = 1;
  Picoseconds most_time{};  ///< longest time of the file's runs
  std::unique_ptr<Traffic> traffic;
  std::string about;  ///< network and traffic in one or two lines
};

Result<std::unique_ptr<TrafficInput>> read_traffic_input(const std::string& path, const Settings& settings);

}  // namespace ebb::inline experiment
