#include "fabric/agent/off_schedule.hpp"

#include <fmt/format.h>

#include <cstdio>
#include <fstream>

namespace ebb::inline fabric {

Result<OffSchedule> read_schedule(const std::string& path, const Network& network) {
  OffSchedule schedule{std::vector<CableSet>(hours_of_day, CableSet(network))};
  std::ifstream in(path);
  if (!in)
    return Problem{path, "cannot be read", "`ebb off FILE --demand tm.csv --schedule NEW.csv` makes one"};
  int number = 0;
  for (std::string line; std::getline(in, line);) {
    ++number;
    if (line.empty() || line[0] == '#' || line.starts_with("hour")) continue;
    unsigned hour = 0, of = 0, local = 0;
    if (std::sscanf(line.c_str(), "%u,s%u,%u", &hour, &of, &local) != 3 || hour >= hours_of_day ||
        of >= network.switches() || local >= network.ports_of(of) ||
        !joins_switches(network, network.first_port[of] + local))
      return Problem{fmt::format("{}:{}", path, number),
                     "is no hour, switch and port of a cable between switches",
                     "for example: 3,s0,4 for port 4 of switch s0 in the hour from 3:00 on"};
    schedule.on[hour].set(network, network.first_port[of] + local, false);
  }
  for (std::size_t hour = 0; hour < hours_of_day; ++hour)
    if (!survives(network, schedule.on[hour], 0))
      return Problem{path, fmt::format("hosts would be cut off at {}:00", hour), "leave more cables on"};
  return schedule;
}

std::string schedule_text(const OffSchedule& schedule, const Network& network) {
  std::string text = "hour,switch,port\n";
  for (std::size_t hour = 0; hour < schedule.on.size(); ++hour)
    for (PortId p = 0; p < network.switch_ports(); ++p)
      if (p < network.peer[p] && !schedule.on[hour].has(p))
        text += fmt::format("{},s{},{}\n", hour, network.owner[p], p - network.first_port[network.owner[p]]);
  return text;
}

}  // namespace ebb::inline fabric
