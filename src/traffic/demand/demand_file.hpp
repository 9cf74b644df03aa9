// A demand matrix as CSV: the rate from each host to each other, hourly or constant. The first line names the
// columns: source,destination,Gb/s and, if the demand changes, hour (from 0 to 23; empty: every hour). Lines
// between the same two hosts add up.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "base/problem.hpp"
#include "base/result.hpp"
#include "network/network.hpp"

namespace ebb::inline traffic {

inline constexpr int hours_in_day = 24;
inline constexpr int every_hour = -1;

/// A line of the file; hosts are still names or numbers.
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
/// The same for text in memory; `path` is the file's name in messages.
Result<DemandFile> parse_demand(std::string_view text, const std::string& path);

struct Demand {
  HostId source = 0, destination = 0;
  double bits_per_second = 0;
  int hour = every_hour;

  bool is_in(int hour_of_day) const { return hour == every_hour || hour == hour_of_day; }
};

/// Returns the demands between the hosts of a network. A host is given by its name, by that of its switch
/// when it is the only one there, or by its number.
Result<std::vector<Demand>> demands_between(const DemandFile& file, const Network& network);
/// The same for those lines whose hosts the network has; the others become problems.
std::vector<Demand> demands_between(const DemandFile& file, const Network& network, Problems& problems);

}  // namespace ebb::inline traffic
