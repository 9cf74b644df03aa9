#include "experiment/run_memory.hpp"

#include <algorithm>

#include "engine/run/channel_log.hpp"
#include "engine/simulation.hpp"

namespace ebb::inline experiment {

std::uint64_t least_memory(const Facts& facts) {
  return Simulation::memory_needed(static_cast<std::uint64_t>(facts.ports_used),
                                   static_cast<std::uint64_t>(facts.hosts), 1, false) -
         Simulation::memory_needed(0, 0, 1, false);
}

std::uint64_t channel_log_memory(std::uint64_t channels, const RunInput& input) {
  ChannelLog::Course course{
      .batch = input.run.batch, .most_time = input.run.most_time, .epoch = input.control.epoch};
  if (input.control.policy) course.states = 2 * input.control.states(input.cables.rate).size();
  if (input.switches.flow.name != FlowControl::credits)
    course.classes = std::max<std::int64_t>(input.switches.vcs, input.routing ? input.routing->vcs() : 1);
  return ChannelLog::memory_needed(channels, course);
}

}  // namespace ebb::inline experiment
