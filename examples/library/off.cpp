// A program that uses ebb as a library: it prints how many cables of a network can be off in each hour while
// it carries a demand, and writes the schedule for `ebb agent --schedule` and [trees] schedule.
#include "ebb/off.hpp"

#include <fmt/core.h>

#include <cstdio>
#include <fstream>

#include "ebb/program.hpp"

int main(int argc, char** argv) {
  ebb::use_data_of(EBB_DATA_DIR);  // the installed devices; $EBB_HOME takes precedence
  if (argc != 4) {
    fmt::print(stderr, "usage: off NETWORK.toml DEMAND.csv SCHEDULE.csv\n");
    return 2;
  }
  ebb::OffOptions options;
  options.file = argv[1], options.demand = argv[2];
  options.limits.max_utilisation = 0.5;  // no channel above half of its rate
  options.power.port_w = 1.5;            // what a port draws more on than off
  const auto off = ebb::choose_off(options);
  if (!off) {
    fmt::print(stderr, "{}", ebb::to_text(off.problems()));
    return 2;
  }
  for (const ebb::HoursPlan& plan : off->day.plans)
    fmt::print("from hour {:2}: {} cables off, fullest channel {:.1f} %\n", plan.hours.front(),
               plan.plan.order.size(), 100 * plan.plan.most_filled);
  fmt::print("{:.1f} kWh a year less\n", ebb::year_of(*off).kwh);
  std::ofstream(argv[3]) << off->schedule_csv();
}
