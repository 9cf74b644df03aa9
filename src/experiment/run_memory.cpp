#include "experiment/run_memory.hpp"

#include <algorithm>
#include <bit>

#include "engine/simulation.hpp"
#include "statistics/batches.hpp"

namespace ebb::inline experiment {
namespace {

/// Of the log's last steps: batches double whenever there are too many.
Picoseconds longest_batch(const RunSettings& run) {
  Picoseconds batch = run.batch;
  while (run.most_time.v / batch.v > BatchSeries::most_batches) batch = batch * 2;
  return batch;
}

std::int64_t most_vcs_of(const RunInput& input) {
  return std::max<std::int64_t>(input.switches.vcs, input.routing ? input.routing->vcs() : 1);
}

}  // namespace

std::uint64_t least_memory(const Facts& facts) {
  return Simulation::memory_needed(static_cast<std::uint64_t>(facts.ports_used),
                                   static_cast<std::uint64_t>(facts.hosts), 1, false) -
         Simulation::memory_needed(0, 0, 1, false);
}

/// engine/run/channel_log.hpp: in each step a channel has busy time, bytes and the time in each state, and
/// those that moved are kept as a place of one byte and a number of as many bytes as it needs. Then all are
/// summed up, and become one result each.
std::uint64_t channel_log_memory(std::uint64_t channels, const RunInput& input) {
  const Picoseconds batch = longest_batch(input.run);
  const auto steps = static_cast<std::uint64_t>(
      std::min(input.run.most_time.v / batch.v + 1, BatchSeries::most_batches + 1));
  const auto epochs = static_cast<std::uint64_t>(batch.v / std::max<std::int64_t>(1, input.control.epoch.v));
  const std::uint64_t states = input.control.policy ? 2 * input.control.states(input.cables.rate).size() : 1;
  // In an epoch a channel has a rate, a change and another rate.
  const std::uint64_t seen = std::min(states, 4 + 2 * epochs);
  const auto bits = static_cast<std::uint64_t>(std::bit_width(2 * static_cast<std::uint64_t>(batch.v)));
  // Pauses are counted by virtual channel, then frames and drops.
  const bool credits = input.switches.flow.name == FlowControl::credits;
  const std::uint64_t flow = credits ? 0 : 2 + static_cast<std::uint64_t>(most_vcs_of(input));
  const std::uint64_t step = 1 + (2 + seen + flow) * (1 + (bits + 6) / 7);
  const std::uint64_t numbers = (2 + states + flow) * sizeof(std::int64_t);
  const std::uint64_t each = steps * step + 2 * numbers + 3 * sizeof(ChannelResult) + 16 + numbers;
  return channels * (each + each / 8);  // an eighth is lost between the pieces
}

}  // namespace ebb::inline experiment
