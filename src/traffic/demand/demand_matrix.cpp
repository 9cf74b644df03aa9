#include "traffic/demand/demand_matrix.hpp"

#include <fmt/format.h>

#include "base/problem.hpp"
#include "traffic/trace/trace_file.hpp"

namespace ebb::inline traffic {

Result<DayOfDemand> read_day_of_demand(const std::string& path, const Network& network) {
  const auto file = read_demand_file(path);
  if (!file) return file.problems();
  const auto demands = demands_between(*file, network);
  if (!demands) return demands.problems();
  DayOfDemand day(hours_in_day);
  for (const Demand& d : *demands)
    for (int hour = 0; hour < hours_in_day; ++hour)
      if (d.is_in(hour))
        day[static_cast<std::size_t>(hour)].push_back({d.source, d.destination, d.bits_per_second});
  return day;
}

Result<SwitchDemand> traced_demand(const Network& network, const std::string& trace) {
  const auto file = TraceFile::open(trace);
  if (!file) return file.problems();
  if ((*file)->totals().hosts > network.hosts)
    return Problem{
        trace, fmt::format("has {} hosts, but the network has {}", (*file)->totals().hosts, network.hosts),
        "choose a topology with at least as many hosts"};
  SwitchDemand demand(network.switches());
  for (std::size_t block = 0; block < (*file)->blocks(); ++block) {
    const auto messages = (*file)->read(block);
    if (!messages) return messages.problems();
    for (const SentMessage& message : *messages)
      demand.add(network, message.source, message.destination, static_cast<double>(message.size.v));
  }
  return demand;
}

SwitchDemand job_demand(const Network& network, const Job& job) {
  SwitchDemand demand(network.switches());
  for (std::uint32_t i = 0; i < job.size(); ++i)
    demand.add(network, job[i].host, job[i].destination, static_cast<double>(job[i].size.v));
  return demand;
}

}  // namespace ebb::inline traffic
