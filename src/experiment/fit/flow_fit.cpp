#include "experiment/fit/flow_fit.hpp"

#include <algorithm>

#include "base/units.hpp"
#include "engine/model/flow/flow_settings.hpp"
#include "engine/model/flow/headroom.hpp"
#include "engine/model/settings.hpp"
#include "power/control/rate_levels.hpp"

namespace ebb::inline experiment {
namespace {

/// Checks runs that forward whole packets and count them in flits.
Problems check_whole_packets(const SwitchSettings& switches, Bytes packet) {
  const std::int64_t flit = switches.flit.v, flits = (packet.v + flit - 1) / flit;
  if (flits > most_in_burst)
    return {{"switch.flit",
             fmt::format("makes {} flits of a packet of {} bytes, and at most {} are counted", flits,
                         packet.v, most_in_burst),
             fmt::format("take flits of {} bytes or more", (packet.v + most_in_burst - 1) / most_in_burst)}};
  if (flits > switches.input_buffer.v / flit)
    return {{"switch.input_buffer",
             fmt::format("holds {} flits, but a packet with its header has {}",
                         switches.input_buffer.v / flit, flits),
             fmt::format("make it {} bytes or more, or [host] packet smaller", flits * flit)}};
  if (switches.has_output_lanes() && flits > switches.output_buffer.v / flit)
    return {{"switch.output_buffer",
             fmt::format("holds {} flits, but a packet with its header has {}",
                         switches.output_buffer.v / flit, flits),
             fmt::format("make it {} bytes or more, or leave it out", flits * flit)}};
  return {};
}

/// In-band credits are those of whole packets, over channels that are on while their cable is.
Problems check_link_packets(const RunInput& input) {
  if (!input.switches.flow.has_link_packets()) return {};
  if (input.switches.counts_flits())
    return {{"flow.credits", "is \"in_band\", but credits of flits go out of band here",
             "leave it out, or take whole packets without [lanes]"}};
  const ControlConfig& control = input.control;
  if (control.policy && control.has_off() && control.policy->requirements().single_channels)
    return {
        {"flow.credits",
         "is \"in_band\", but single channels go off: credits would wait for a channel that nothing wakes",
         "leave it out, or let whole cables go off: unit = \"cable\""}};
  return {};
}

}  // namespace

Problems check_flow(const RunInput& input, const Network& network) {
  const FlowSettings& flow = input.switches.flow;
  if (flow.name != FlowControl::credits && input.switches.cell.v > 0)
    return {{"switch.cell",
             fmt::format("is given, but cells are counted with credits, not with flow.name = \"{}\"",
                         name_of(flow.name)),
             "leave it out, or set flow.name = \"credits\""}};
  if (!flow.pauses()) return check_link_packets(input);
  Problems problems;
  const int vcs = std::max(input.routing->vcs(), static_cast<int>(input.switches.vcs));
  if (flow.name == FlowControl::pfc && vcs > most_pause_classes)
    problems.push_back(
        {"flow.name",
         fmt::format(
             "is \"pfc\", which has {} priorities, but there are {} virtual channels with the routing "
             "\"{}\"",
             most_pause_classes, vcs, input.routing->name()),
         "choose a routing that needs fewer, or flow.name = \"credits\""});
  const ControlConfig& control = input.control;
  if (control.policy && control.has_off())
    problems.push_back({"flow.name",
                        fmt::format("is \"{}\", but channels may be switched off: this needs credits, which "
                                    "show that the downstream buffer is empty",
                                    name_of(flow.name)),
                        "set flow.name = \"credits\", or leave control.wake out"});
  SlowestChannel slowest;
  if (control.policy) {
    const RateLevels states = control.states(input.full_rate);
    slowest = {states.slowest(), states.fastest(), control.longest_change()};
  }
  for (Problem& p : check_headroom(network, slowest, input.switches, input.hosts))
    problems.push_back(std::move(p));
  return problems;
}

Problems check_flit_counts(const RunInput& input, const Network& network) {
  if (!input.switches.counts_flits()) return {};
  const bool worms = input.switches.forwarding == Forwarding::wormhole;
  Problems problems;
  const FlowControl flow = input.switches.flow.name;
  if (flow != FlowControl::credits)
    problems.push_back(
        {worms ? "switch.forwarding" : "lanes.count",
         fmt::format("is {}, where every flit needs a credit, but flow.name is \"{}\"",
                     worms ? "\"wormhole\"" : std::to_string(input.switches.lanes.count), name_of(flow)),
         worms ? "take flow.name = \"credits\", or forwarding = \"cut_through\""
               : "take flow.name = \"credits\", or leave [lanes] out"});
  if (!worms)
    for (Problem& p : check_whole_packets(input.switches, input.hosts.largest_packet()))
      problems.push_back(std::move(p));
  const std::size_t level_count = input.control.policy ? input.control.states(input.full_rate).size() : 1;
  if (static_cast<std::int64_t>(network.classes.size() * level_count) > most_burst_rates)
    problems.push_back(
        {"control.rates",
         fmt::format("make {} rates for {} kinds of cables, and where flits are counted there are {} at most",
                     network.classes.size() * level_count, network.classes.size(), most_burst_rates),
         "leave some rates out"});
  return problems;
}

}  // namespace ebb::inline experiment
