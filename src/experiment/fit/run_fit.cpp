#include "experiment/fit/run_fit.hpp"

#include <unistd.h>

#include <algorithm>

#include "engine/executor_kind.hpp"
#include "engine/gpu/accelerator_check.hpp"
#include "engine/gpu/coverage.hpp"
#include "engine/gpu/device_machine.hpp"
#include "experiment/run/memory_limit.hpp"
#include "experiment/run/run_memory.hpp"

namespace ebb::inline experiment {
namespace {

std::string memory_size(std::uint64_t bytes) {
  const auto size = static_cast<double>(bytes);
  return size < 1e9 ? fmt::format("{:.0f} MB", size / 1e6) : fmt::format("{:.1f} GB", size / 1e9);
}

/// Refuses a run that needs too much memory. `log` is the part needed for the figures of each channel.
Problems check_memory(std::uint64_t needed, std::uint64_t log, std::uint64_t memory) {
  if (needed <= memory) return {};
  const bool fits_without = needed - log <= memory;
  return {{"topology",
           fmt::format("needs about {} of memory for this run, this machine has {}", memory_size(needed),
                       memory_size(memory)),
           fits_without ? fmt::format("{} of it are for the figures of each channel: leave out -o, or "
                                      "lower run.most_time",
                                      memory_size(log))
                        : "simulate a smaller network of the same kind, or use a larger machine"}};
}

/// Refuses what an executor for accelerators does not have.
Problems check_coverage(const RunInput& input, const Network& network, const Traffic& traffic) {
  if (!is_for_warps(input.run.executor)) return {};
  if (!built_for_devices && input.run.executor == ExecutorKind::gpu)
    return check_accelerator(input.run.executor);
  return check_gpu({input.switches, input.hosts, input.control.policy != nullptr, network, traffic,
                    input.routing->runs_on(input.run.executor)},
                   input.run.executor);
}

}  // namespace

std::uint64_t memory_of_machine() {
  const std::uint64_t physical =
      static_cast<std::uint64_t>(sysconf(_SC_PHYS_PAGES)) * static_cast<std::uint64_t>(sysconf(_SC_PAGESIZE));
  return std::min(physical, control_group_limit());
}

Problems check_size(const Facts& facts, std::uint64_t memory) {
  Problems problems;
  if (facts.hosts < 2)
    problems.push_back({"topology",
                        fmt::format("has {} host, but traffic needs a source and a destination", facts.hosts),
                        "give it two hosts or more"});
  if (const std::uint64_t least = least_memory(facts); least > memory)
    problems.push_back(
        {"topology",
         fmt::format("has {} hosts and {} switch ports: a run needs more than {} of memory, this "
                     "machine has {}",
                     facts.hosts, facts.ports_used, memory_size(least), memory_size(memory)),
         "simulate a smaller network of the same kind; `ebb plan` works at any size"});
  return problems;
}

Problems check_run_size(const RunInput& input, std::uint64_t memory) {
  return placed(check_size(input.topology->facts(), memory), input.document);
}

Result<FittedRun> fit_run(RunInput& input, const Network& network, std::uint64_t memory,
                          const Exchange* exchange, bool each_channel) {
  auto traffic = fit_parts(input, network, exchange);
  if (!traffic) return traffic.problems();
  if (Problems problems = check_coverage(input, network, **traffic); !problems.empty()) return problems;
  const std::size_t ranks = exchange ? exchange->ranks() : 1;
  const std::uint64_t log = each_channel ? channel_log_memory(network.channels(), input) / ranks : 0;
  // The program, the network, the routing's tables and the workload are allocated already.
  const std::uint64_t needed = memory_in_use() + simulation_memory(input, network, **traffic) / ranks + log;
  if (Problems problems = placed(check_memory(needed, log, memory), input.document); !problems.empty())
    return problems;
  return FittedRun{std::move(*traffic), needed};
}

}  // namespace ebb::inline experiment
