#include "experiment/run_fit.hpp"

#include <unistd.h>

#include <algorithm>

#include "engine/exchange/cut.hpp"
#include "experiment/memory_limit.hpp"
#include "experiment/run_memory.hpp"

namespace ebb::inline experiment {
namespace {

double gigabytes(std::uint64_t bytes) { return static_cast<double>(bytes) / 1e9; }

Problems check_vcs(const SwitchSettings& switches, int vcs) {
  Problems problems;
  if (switches.vcs != 0 && switches.vcs < vcs)
    problems.push_back(
        {"switch.vcs",
         fmt::format("is {}, but this routing needs {} to be free of deadlock", switches.vcs, vcs),
         "leave it out to get as many as needed"});
  if (vcs > most_vcs)
    problems.push_back(
        {"routing", fmt::format("needs {} virtual channels here, but at most {} are possible", vcs, most_vcs),
         "choose a routing with fewer, or fewer dimensions"});
  return problems;
}

/// All of them, or those of this rank.
std::vector<SwitchId> own_switches(const Network& network, const Exchange* exchange) {
  std::vector<SwitchId> own;
  if (!exchange || exchange->ranks() == 1) return own;
  const std::vector<std::uint16_t> rank_of = share_among_ranks(network, exchange->ranks());
  for (SwitchId s = 0; s < network.switches(); ++s)
    if (rank_of[s] == exchange->rank()) own.push_back(s);
  return own;
}

/// What only the built network tells. Prepares the routing when it fits.
Problems check_fit(const RunInput& input, const Network& network, const Exchange* exchange) {
  Problems problems = input.routing->misfit(network);
  for (Problem& p : problems) p.where = "routing." + p.where;
  if (problems.empty()) {
    input.routing->prepare_part(network, own_switches(network, exchange));
    problems = check_vcs(input.switches, input.routing->vcs());
  }
  if (NetworkState::lookahead_of(network, input.switches) <= 0)
    problems.push_back({"switch",
                        "has neither a pipeline nor a credit time, and cables between switches no delay",
                        "give cables a delay, or the switch a pipeline and a credit_time"});
  return problems;
}

/// Of the file's own policy.
Problems fit_own_policy(const RunInput& input) {
  if (!input.control.policy) return {};
  Problems problems = fit_policy(input, *input.control.policy);
  for (Problem& p : problems) p.where = "control.policy." + p.where;
  if (input.control.policy->changes_topology() && !input.routing->avoids_closed())
    problems.push_back({"routing.name", "does not look at which cables are on, but the policy changes that",
                        "\"dynamic_butterfly\" does"});
  return problems;
}

Problems check_ranks(const Network& network, std::size_t ranks) {
  if (ranks <= network.switches()) return {};
  return {{"topology", fmt::format("has {} switches, too few for {} ranks", network.switches(), ranks),
           "start fewer ranks"}};
}

/// `log` is the part of it that is there to tell of each channel.
Problems check_memory(std::uint64_t needed, std::uint64_t log, std::uint64_t memory) {
  if (needed <= memory) return {};
  const bool fits_without = needed - log <= memory;
  return {{"topology",
           fmt::format("needs about {:.1f} GB of memory for this run, this machine has {:.1f}",
                       gigabytes(needed), gigabytes(memory)),
           fits_without ? fmt::format("{:.1f} GB of it are for the figures of each channel: leave out -o, or "
                                      "lower run.most_time",
                                      gigabytes(log))
                        : "simulate a smaller network of the same kind, or use a larger machine"}};
}

/// The same problems with the place in the file.
Problems placed(Problems found, const Node& document) {
  Problems problems;
  locate(found, document, "", problems);
  return problems;
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
         fmt::format("has {} hosts and {} switch ports: a run needs more than {:.1f} GB of memory, this "
                     "machine has {:.1f}",
                     facts.hosts, facts.ports_used, gigabytes(least), gigabytes(memory)),
         "simulate a smaller network of the same kind; `ebb plan` works at any size"});
  return problems;
}

Problems fit_policy(const RunInput& input, Policy& policy) {
  const Facts facts = input.topology->facts();
  return policy.fit(input.control.states(input.cables.rate),
                    {.path_channels = facts.diameter == not_known ? 0 : facts.diameter + 2,
                     .epoch = input.control.epoch,
                     .output_queue = input.switches.output_queue,
                     .longest_change = input.control.longest_change()});
}

Problems check_run_size(const RunInput& input, std::uint64_t memory) {
  return placed(check_size(input.topology->facts(), memory), input.document);
}

Result<FittedRun> fit_run(RunInput& input, const Network& network, std::uint64_t memory,
                          const Exchange* exchange, bool each_channel) {
  const std::size_t ranks = exchange ? exchange->ranks() : 1;
  Problems problems = check_fit(input, network, exchange);
  for (Problem& p : fit_own_policy(input)) problems.push_back(std::move(p));
  for (Problem& p : check_ranks(network, ranks)) problems.push_back(std::move(p));
  problems = placed(std::move(problems), input.document);
  auto traffic = bind_traffic(std::move(input.traffic), network, {input.hosts.packet, input.hosts.header},
                              static_cast<std::uint64_t>(input.run.seed));
  if (!traffic) problems.insert(problems.end(), traffic.problems().begin(), traffic.problems().end());
  if (!problems.empty()) return problems;
  const int vcs = std::max(input.routing->vcs(), static_cast<int>(input.switches.vcs));
  const std::uint64_t log = each_channel ? channel_log_memory(network.channels(), input) / ranks : 0;
  const std::uint64_t needed =
      Simulation::memory_needed(network, vcs, input.control.policy != nullptr) / ranks +
      input.routing->table_bytes() + log;
  problems = placed(check_memory(needed, log, memory), input.document);
  if (!problems.empty()) return problems;
  return FittedRun{std::move(*traffic), needed};
}

}  // namespace ebb::inline experiment
