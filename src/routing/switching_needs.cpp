#include "routing/switching_needs.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "base/quantity.hpp"

namespace ebb::inline routing {
namespace {

using Offers = bool FlowOffer::*;

bool is_offered(const SwitchingFacts& facts, Offers what) {
  return std::any_of(facts.flows.begin(), facts.flows.end(),
                     [&](const FlowOffer& flow) { return flow.name == facts.flow && flow.*what; });
}

/// Returns the flow controls that offer it, and the routing's own remedy: flow.name = "pfc" or "pause", or …
std::string remedy(const SwitchingNeeds& needs, const SwitchingFacts& facts, Offers what) {
  std::vector<std::string> names;
  for (const FlowOffer& flow : facts.flows)
    if (flow.*what) names.push_back(fmt::format("\"{}\"", flow.name));
  return fmt::format("set flow.name = {}{}", fmt::join(names, " or "),
                     needs.instead.empty() ? std::string(", or choose another routing")
                                           : fmt::format(", or {}", needs.instead));
}

void check_queue(const QueueTrigger& queue, const SwitchingFacts& facts, Problems& problems) {
  if (queue.length < facts.longest_queue) return;
  const std::string whole = facts.longest_queue < facts.output_queue
                                ? fmt::format(", {} in whole packets", quantity_text(facts.longest_queue))
                                : "";
  problems.push_back(
      {std::string(queue.key),
       fmt::format("is {}, but an output queue holds {}{}: {}", quantity_text(queue.length),
                   quantity_text(facts.output_queue), whole, queue.otherwise),
       fmt::format("lower it, or raise [switch] output_queue{}",
                   queue.instead.empty() ? "" : fmt::format("; or choose {}", queue.instead))});
}

/// Tables that change with the traffic must change at the same times.
void check_phase(Picoseconds phase, Picoseconds period, Problems& problems) {
  if (period == phase * 2) return;
  const std::string own = quantity_text(phase), of_traffic = quantity_text(Picoseconds{period.v / 2});
  if (period.v == 0)
    problems.push_back(
        {"phase", "is given for a controller, but this traffic never changes",
         fmt::format("set traffic.pattern = {{ name = \"phases\", length = \"{}\" }}, or another trigger",
                     own)});
  else
    problems.push_back({"phase", fmt::format("is {}, but the traffic changes every {}", own, of_traffic),
                        fmt::format("set phase = \"{}\"", of_traffic)});
}

}  // namespace

Problems check_switching(std::string_view name, const SwitchingNeeds& needs, const SwitchingFacts& facts) {
  Problems problems;
  if (!needs.wormhole && facts.wormhole)
    problems.push_back({"name",
                        fmt::format("is \"{}\", which works only where a packet fits into one buffer, but "
                                    "switch.forwarding is \"{}\"",
                                    name, facts.forwarding),
                        "set switch.forwarding = \"cut_through\" or \"store_and_forward\", or choose another "
                        "routing"});
  if (needs.pauses && !is_offered(facts, &FlowOffer::pauses))
    problems.push_back(
        {std::string(needs.key),
         fmt::format("waits for pauses, but with flow.name = \"{}\" the routing \"{}\" gets none", facts.flow,
                     name),
         remedy(needs, facts, &FlowOffer::pauses)});
  if (needs.congestion_notification && !is_offered(facts, &FlowOffer::congestion_notification))
    problems.push_back({std::string(needs.key),
                        fmt::format("waits for congestion notifications (802.1Qau), but with flow.name = "
                                    "\"{}\" the routing \"{}\" gets none",
                                    facts.flow, name),
                        remedy(needs, facts, &FlowOffer::congestion_notification)});
  if (needs.queue) check_queue(*needs.queue, facts, problems);
  if (needs.phase.v > 0 && facts.traffic_period) check_phase(needs.phase, *facts.traffic_period, problems);
  return problems;
}

}  // namespace ebb::inline routing
