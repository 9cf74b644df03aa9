#include "experiment/fit/part_fit.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "base/units.hpp"
#include "catalogue/routings.hpp"
#include "engine/exchange/partitioning.hpp"
#include "engine/model/flow/flow_settings.hpp"
#include "engine/model/network_state.hpp"
#include "engine/model/settings.hpp"
#include "engine/model/worm/lane_settings.hpp"
#include "experiment/fit/circuit_fit.hpp"
#include "experiment/fit/flow_fit.hpp"
#include "experiment/fit/routing_hint.hpp"
#include "experiment/fit/transport_fit.hpp"
#include "experiment/read/switch_config.hpp"
#include "network/twin_switches.hpp"
#include "power/policy/requirements.hpp"
#include "topology/topology.hpp"
#include "traffic/service/service_levels.hpp"
#include "traffic/size/cutting.hpp"
#include "transport/transport_settings.hpp"

namespace ebb::inline experiment {
namespace {

Problems check_vcs(const SwitchSettings& switches, int vcs) {
  Problems problems;
  if (switches.vcs != 0 && switches.vcs < vcs)
    problems.push_back(
        {"switch.vcs",
         fmt::format("is {}, but this routing needs {} to be free of deadlock", switches.vcs, vcs),
         "leave it out to get as many as needed"});
  const LaneSettings& lanes = switches.lanes;
  const std::int64_t in_lane = std::max<std::int64_t>(vcs, switches.vcs);
  if (lanes.in_use() && in_lane * lanes.count > most_vcs)
    problems.push_back(
        {"lanes.count",
         fmt::format("is {}, and each lane has {} virtual channels: {} in all, but at most {} are possible",
                     lanes.count, in_lane, in_lane * lanes.count, most_vcs),
         fmt::format("at most {} lanes, or a routing that needs fewer virtual channels",
                     most_vcs / in_lane)});
  if (vcs > most_vcs)
    problems.push_back(
        {"routing", fmt::format("needs {} virtual channels here, but at most {} are possible", vcs, most_vcs),
         "choose a routing with fewer, or fewer dimensions"});
  return problems;
}

/// Returns the switches of this rank. Empty means all of them.
std::vector<SwitchId> own_switches(const Network& network, const Exchange* exchange) {
  std::vector<SwitchId> own;
  if (!exchange || exchange->ranks() == 1) return own;
  const std::vector<std::uint16_t> rank_of = partition_among_ranks(network, exchange->ranks());
  for (SwitchId s = 0; s < network.switches(); ++s)
    if (rank_of[s] == exchange->rank()) own.push_back(s);
  return own;
}

/// Makes the routing forward by [trees], and notes the cables that are off.
Problems fit_trees(RunInput& input, const Network& network) {
  if (!input.trees || !input.routing->misfit(network).empty()) return {};  // check_routing() reports misfits
  auto off = use_trees(*input.routing, network, *input.trees);
  if (!off) return off.problems();
  input.trees->off = std::move(*off);
  return {};
}

/// Checks the routing against the built network, and prepares it when it fits.
Problems check_routing(const RunInput& input, const Network& network, const Exchange* exchange) {
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

/// A host that waits for the response to a lost message would wait forever.
Problems check_answers(const RunInput& input, const Traffic& traffic) {
  const bool repeats = input.hosts.transport != TransportProtocol::none;
  if (input.switches.flow.name != FlowControl::drop || repeats || !traffic.listens()) return {};
  return {
      {"flow.name",
       "is \"drop\", but hosts of this workload wait for messages to arrive, and nothing is sent again",
       "choose arrivals that do not wait, such as \"poisson\", \"pfc\" to lose nothing, or host.transport = "
       "\"tcp\""}};
}

/// Lists the routings that work with the cables that this policy switches off.
std::string routings_for(const Policy& policy) {
  std::vector<std::string> names;
  for (const auto& entry : routings()) {
    Problems problems;
    const auto routing = entry.read(Node{}, "routing", {}, problems);
    if (routing && fits_routing(policy, *routing)) names.push_back(fmt::format("\"{}\"", entry.name));
  }
  return fmt::format("these routings go with \"{}\": {}", policy.name(), fmt::join(names, ", "));
}

/// Fits the policy of the file to the run.
Problems fit_own_policy(const RunInput& input, const Network& network) {
  if (!input.control.policy) return {};
  Problems problems = fit_policy(input, *input.control.policy);
  for (Problem& p : problems) p.where = "control.policy." + p.where;
  const Policy& policy = *input.control.policy;
  if (!fits_routing(policy, *input.routing))
    problems.push_back(
        {"routing.name",
         input.routing->avoids_closed()
             ? fmt::format("is \"{}\", which cannot route around the cables that \"{}\" switches off",
                           input.routing->name(), policy.name())
             : fmt::format("is \"{}\", which does not support links that go off, as \"{}\" needs",
                           input.routing->name(), policy.name()),
         routings_for(policy)});
  if (policy.requirements().switches && twin_switches(network).empty())
    problems.push_back(
        {"control.policy.name",
         fmt::format("is \"{}\", but no two switches without hosts lead to the same neighbours",
                     policy.name()),
         "spines of a folded Clos do; elsewhere choose a policy of links"});
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

/// Returns the shares of the service levels among messages without a level of their own. A level that a part
/// of the traffic has to itself gets no share, unless the file gives it one.
std::vector<std::int64_t> shares_for(const Traffic& traffic, const LaneSettings& lanes) {
  std::vector<std::int64_t> shares = lanes.shares_of_levels();
  const std::size_t own = traffic.own_levels();
  if (lanes.shares.empty() && own < shares.size()) std::fill_n(shares.begin(), own, 0);
  return shares;
}

/// Binds the workload to the network, and returns what does not fit.
Result<std::unique_ptr<Traffic>> fit_traffic(RunInput& input, const Network& network) {
  auto traffic = bind_traffic(std::move(input.traffic), network, {input.hosts.packet, input.hosts.header},
                              static_cast<std::uint64_t>(input.run.seed));
  if (!traffic) return traffic.problems();
  Problems problems = check_messages(**traffic, input.hosts);
  const LaneSettings& lanes = input.switches.lanes;
  if ((*traffic)->has_levels() && !lanes.shares.empty())
    problems.push_back({"lanes.shares", "are given, but this workload sets the level of each message itself",
                        "leave them out"});
  if (lanes.in_use() && !(*traffic)->has_levels())
    *traffic = std::make_unique<WithServiceLevels>(std::move(*traffic), shares_for(**traffic, lanes));
  for (Problem& p : check_answers(input, **traffic)) problems.push_back(std::move(p));
  if (!problems.empty()) return placed(std::move(problems), input.document);
  return traffic;
}

Bytes largest_packet(const RunInput& input) {
  const auto& sizes = input.traffic.parts.sizes;
  if (input.traffic.workload || input.traffic.video || !sizes) return input.hosts.largest_packet();
  return std::min(input.hosts.packet, sizes->largest()) + input.hosts.header;
}

}  // namespace

Problems placed(Problems found, const Node& document) {
  Problems problems;
  locate(found, document, "", problems);
  return problems;
}

bool fits_routing(const Policy& policy, const AnyRouting& routing) {
  const Requirements required = policy.requirements();
  if (required.switches) return routing.avoids_sleeping();
  if (!required.topology) return true;
  return routing.avoids_closed() && routing.lists_paths() == required.tables;
}

PolicyContext policy_context(const RunInput& input) {
  const Facts facts = input.topology->facts();
  return {.path_channels = facts.diameter == not_known ? 0 : facts.diameter + 2,
          .epoch = input.control.epoch,
          .output_queue = input.switches.output_queue,
          .longest_change = input.control.longest_change(),
          .packet = largest_packet(input)};
}

Problems fit_policy(const RunInput& input, Policy& policy) {
  Problems problems = policy.fit(input.control.states(input.full_rate), policy_context(input));
  if (policy.requirements().single_channels && input.control.channels == Pairing::paired)
    problems.push_back({"unit", "is \"channel\", but both channels of a cable have one rate here",
                        "use unit = \"cable\", or channels = \"independent\" in [control]"});
  if (input.switches.counts_flits() && policy.requirements().latency_bound) {
    const bool worms = input.switches.forwarding == Forwarding::wormhole;
    problems.push_back(
        {"name",
         fmt::format("is \"{}\", which has a latency bound, but no delay budget is kept with {}",
                     policy.name(), worms ? "wormhole switching" : "[lanes]"),
         fmt::format("take another policy, or {}",
                     worms ? "forwarding = \"cut_through\"" : "leave [lanes] out")});
  }
  return problems;
}

Result<std::unique_ptr<Traffic>> fit_parts(RunInput& input, const Network& network,
                                           const Exchange* exchange) {
  if (Problems wrong = fit_trees(input, network); !wrong.empty()) return wrong;
  Problems problems = check_routing(input, network, exchange);
  if (problems.empty()) problems = check_flit_counts(input, network);
  if (problems.empty()) problems = check_flow(input, network);
  if (problems.empty()) problems = check_transport(input);
  for (Problem& p : check_circuits(input, network)) problems.push_back(std::move(p));
  for (Problem& p : check_stages(input.switches, input.hosts, network)) problems.push_back(std::move(p));
  for (Problem& p : fit_own_policy(input, network)) problems.push_back(std::move(p));
  for (Problem& p : check_ranks(network, exchange ? exchange->ranks() : 1)) problems.push_back(std::move(p));
  problems = placed(std::move(problems), input.document);
  Result<std::unique_ptr<Traffic>> traffic{nullptr};
  if (input.document.find("traffic")) traffic = fit_traffic(input, network);
  if (!traffic) problems.insert(problems.end(), traffic.problems().begin(), traffic.problems().end());
  if (!problems.empty()) return problems;
  return traffic;
}

}  // namespace ebb::inline experiment
