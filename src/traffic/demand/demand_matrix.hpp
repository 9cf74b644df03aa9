// Demand matrices from files: hourly from a demand file, and the whole of a trace or a job.
#pragma once

#include <string>
#include <vector>

#include "base/result.hpp"
#include "network/demand.hpp"
#include "network/network.hpp"
#include "traffic/demand/demand_file.hpp"
#include "traffic/job/job.hpp"

namespace ebb::inline traffic {

/// The demands of each hour of the day.
using DayOfDemand = std::vector<std::vector<HostDemand>>;

/// Reads a demand file. A demand of every hour is in each of them.
Result<DayOfDemand> read_day_of_demand(const std::string& path, const Network& network);

/// The bytes of all messages of a trace. The network must have at least as many hosts.
Result<SwitchDemand> traced_demand(const Network& network, const std::string& trace);

/// The bytes of all messages of a job.
SwitchDemand job_demand(const Network& network, const Job& job);

}  // namespace ebb::inline traffic
