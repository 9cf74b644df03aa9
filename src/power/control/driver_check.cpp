#include "power/control/driver_check.hpp"

#include <fmt/format.h>

namespace ebb::inline power {

Problems check_driver(const Policy& policy, const DriverKnowledge& driver) {
  constexpr const char* others = "choose a policy that goes by the load alone, for example \"halve_double\"";
  const Requirements required = policy.requirements();
  Problems problems;
  const auto refuse = [&](std::string_view what) {
    problems.push_back({"policy", fmt::format("\"{}\" {}", policy.name(), what), others});
  };
  if (required.queue && !driver.queue)
    refuse("requires the queue length of a channel, which is unknown here");
  if (required.downstream && !driver.downstream)
    refuse("requires the occupancy of the next buffer, which is unknown here");
  if (required.latency_bound && !driver.added_delay)
    refuse("requires the added delay of packets, which is not counted here");
  if (required.topology && !driver.stages)
    refuse("switches cables off in stages, but the stages of cables are unknown here");
  return problems;
}

}  // namespace ebb::inline power
