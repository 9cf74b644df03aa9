#include "experiment/run_fit.hpp"

#include <unistd.h>

#include <algorithm>

#include "engine/exchange/cut.hpp"
#include "engine/model/flow/headroom.hpp"
#include "experiment/memory_limit.hpp"
#include "experiment/routing_hint.hpp"
#include "experiment/run_memory.hpp"

namespace ebb::inline experiment {
namespace {

std::string memory_size(std::uint64_t bytes) {
  const auto size = static_cast<double>(bytes);
  return size < 1e9 ? fmt::format("{:.0f} MB", size / 1e6) : fmt::format("{:.1f} GB", size / 1e9);
}

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

/// Returns the switches of this rank; none stands for all of them.
std::vector<SwitchId> own_switches(const Network& network, const Exchange* exchange) {
  std::vector<SwitchId> own;
  if (!exchange || exchange->ranks() == 1) return own;
  const std::vector<std::uint16_t> rank_of = share_among_ranks(network, exchange->ranks());
  for (SwitchId s = 0; s < network.switches(); ++s)
    if (rank_of[s] == exchange->rank()) own.push_back(s);
  return own;
}

/// Finds what only the built network tells, and prepares the routing when it fits.
Problems check_fit(const RunInput& input, const Network& network, const Exchange* exchange) {
  Problems problems = input.routing->misfit(network);
  for (Problem& p : problems) {
    const bool of_another = p.where == "name" && p.hint.find("routes on any network") != std::string::npos;
    if (of_another) p.hint = routings_that_fit(network);
    p.where = "routing." + p.where;
  }
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

/// What a run with pauses or drops asks for.
Problems check_flow(const RunInput& input, const Network& network) {
  const FlowSettings& flow = input.switches.flow;
  if (!flow.pauses() && input.routing->needs_pauses())
    return {{"routing.trigger",
             fmt::format("waits for pauses, but with flow.name = \"{}\" there are none", name_of(flow.name)),
             "set flow.name = \"class_pause\", or trigger = \"queue\""}};
  if (flow.name == FlowControl::credits && input.routing->needs_notices())
    return {{"routing.trigger", "waits for congestion notices (802.1Qau), but credits are not Ethernet's",
             "set flow.name = \"class_pause\", \"pause\" or \"drop\", or trigger = \"queue\""}};
  if (!flow.pauses()) return {};
  Problems problems;
  const int vcs = std::max(input.routing->vcs(), static_cast<int>(input.switches.vcs));
  if (flow.name == FlowControl::class_pause && vcs > most_pause_classes)
    problems.push_back(
        {"flow.name",
         fmt::format("knows {} classes, but there are {} virtual channels", most_pause_classes, vcs),
         "choose a routing with fewer, or \"credits\""});
  const ControlConfig& control = input.control;
  if (control.policy && control.has_off())
    problems.push_back(
        {"flow.name",
         fmt::format("is \"{}\", but channels may be switched off: that needs to know that the "
                     "buffer at the other end is empty, and only credits tell",
                     name_of(flow.name)),
         "take \"credits\", or leave control.wake out"});
  SlowestChannel slowest;
  if (control.policy) {
    const RateLadder states = control.states(input.cables.rate);
    slowest = {states.slowest(), control.longest_change()};
  }
  for (Problem& p : check_headroom(network, slowest, input.switches, input.hosts))
    problems.push_back(std::move(p));
  return problems;
}

/// What a run with wormhole switching asks for.
Problems check_worms(const RunInput& input, const Network& network) {
  if (input.switches.forwarding != Forwarding::wormhole) return {};
  Problems problems;
  const FlowControl flow = input.switches.flow.name;
  if (flow != FlowControl::credits)
    problems.push_back(
        {"switch.forwarding",
         fmt::format("is \"wormhole\", where every flit needs a credit, but flow.name is \"{}\"",
                     name_of(flow)),
         "take flow.name = \"credits\", or forwarding = \"cut_through\""});
  if (input.control.policy && input.control.policy->goal())
    problems.push_back({"control.policy.name",
                        "has a goal for the latency, and that account is kept of whole packets",
                        "take another policy, or forwarding = \"cut_through\""});
  const std::size_t rungs = input.control.policy ? input.control.states(input.cables.rate).size() : 1;
  if (static_cast<std::int64_t>(network.classes.size() * rungs) > most_train_rates)
    problems.push_back(
        {"control.rates",
         fmt::format("make {} rates for {} kinds of cables, and wormhole switching counts to {}",
                     network.classes.size() * rungs, network.classes.size(), most_train_rates),
         "leave some rates out"});
  return problems;
}

/// A host that waits for an answer to a lost message would wait for ever.
Problems check_answers(const FlowSettings& flow, const Traffic& traffic) {
  if (flow.name != FlowControl::drop || !traffic.listens()) return {};
  return {{"flow.name",
           "is \"drop\", but hosts of this workload wait for messages to arrive, and nothing is sent again",
           "choose arrivals that do not wait, such as \"poisson\", or \"class_pause\" to lose nothing"}};
}

/// Fits the file's own policy to the run.
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

/// The packets of a message are counted in 32 bits.
Problems check_messages(const Traffic& traffic, const HostSettings& hosts) {
  constexpr std::int64_t most = UINT32_MAX;
  const Bytes largest = traffic.largest();
  const std::int64_t packets = Cutting{hosts.packet, hosts.header}.packets(largest);
  if (packets <= most) return {};
  return {{"host.packet",
           fmt::format("is {}: a message of {} has {} packets then, but at most {} are possible",
                       quantity_text(hosts.packet), quantity_text(largest), packets, most),
           fmt::format("make packets of {} bytes or more, or the messages of [traffic] smaller",
                       (largest.v + most - 1) / most)}};
}

/// Refuses what needs too much memory. `log` is the part of it that is there to tell of each channel.
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

/// Returns the same problems with their places in the file.
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
         fmt::format("has {} hosts and {} switch ports: a run needs more than {} of memory, this "
                     "machine has {}",
                     facts.hosts, facts.ports_used, memory_size(least), memory_size(memory)),
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
  if (problems.empty()) problems = check_flow(input, network);
  if (problems.empty()) problems = check_worms(input, network);
  for (Problem& p : fit_own_policy(input)) problems.push_back(std::move(p));
  for (Problem& p : check_ranks(network, ranks)) problems.push_back(std::move(p));
  problems = placed(std::move(problems), input.document);
  auto traffic = bind_traffic(std::move(input.traffic), network, {input.hosts.packet, input.hosts.header},
                              static_cast<std::uint64_t>(input.run.seed));
  if (!traffic)
    problems.insert(problems.end(), traffic.problems().begin(), traffic.problems().end());
  else
    for (Problem& p : placed(check_messages(**traffic, input.hosts), input.document))
      problems.push_back(std::move(p));
  if (problems.empty()) problems = placed(check_answers(input.switches.flow, **traffic), input.document);
  if (!problems.empty()) return problems;
  const std::uint64_t log = each_channel ? channel_log_memory(network.channels(), input) / ranks : 0;
  // The program, the network, the routing's tables and the workload are there already.
  const std::uint64_t needed = memory_in_use() + simulation_memory(input, network, **traffic) / ranks + log;
  problems = placed(check_memory(needed, log, memory), input.document);
  if (!problems.empty()) return problems;
  return FittedRun{std::move(*traffic), needed};
}

}  // namespace ebb::inline experiment
