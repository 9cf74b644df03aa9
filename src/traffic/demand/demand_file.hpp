// A demand matrix as CSV: who wants to send how much to whom, by hour or all the time. The first line names
// the columns: source,destination,Gb/s and, if the demand changes, hour (from 0 to 23; empty: every hour).
// Lines between the same two add up.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "base/result.hpp"
#include "network/network.hpp"

namespace ebb::inline traffic {

inline constexpr int hours_in_day = 24;
inline constexpr int every_hour = -1;

/// A line of the file; hosts are names or numbers still.
struct DemandLine {
  std::string source, destination;
  double bits_per_second = 0;
  int hour = every_hour;
  std::size_t line = 0;
};

struct DemandFile {
  std::string path;
  std::vector<DemandLine> lines;
};

Result<DemandFile> read_demand_file(const std::string& path);
/// The same for text that is at hand; `path` stands for the file in messages.
Result<DemandFile> parse_demand(std::string_view text, const std::string& path);

struct Demand {
  HostId source = 0, destination = 0;
  double bits_per_second = 0;
  int hour = every_hour;
};

/// The demands between the hosts of a network. A host goes by its name, by that of its switch when it is the
/// only one there, or by its number.
Result<std::vector<Demand>> demands_between(const DemandFile& file, const Network& network);
/// The same of those lines that the network has hosts for; the others are problems.
std::vector<Demand> demands_between(const DemandFile& file, const Network& network, Problems& problems);

}  // namespace ebb::inline traffic
