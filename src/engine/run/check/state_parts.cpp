#include "engine/run/check/state_parts.hpp"

#include <fmt/core.h>

#include <string_view>

#include "power/policy/requirements.hpp"
#include "transport/transport_settings.hpp"

namespace ebb::inline engine {
namespace {

/// A part that is there or not, and whether the settings want it.
struct Part {
  std::string_view name;
  bool there, wanted;
};

std::vector<Part> parts_of_control(const NetworkState& m) {
  const ControlState& control = m.control;
  const Control& settings = control.settings;
  const bool controlled = settings.policy != nullptr;
  const bool credits = m.switches.flow.name == FlowControl::credits;
  const Requirements required = controlled ? settings.policy->requirements() : Requirements{};
  return {{"control.channels", control.in_use(), controlled},
          {"control.time_in", !control.time_in.empty(), controlled},
          {"control.levels_by_class", control.has_several_rates(),
           settings.levels.size() > 1 && !m.has_one_rate()},
          {"control.able_from", !control.able_from.empty(), required.latency_bound.has_value()},
          {"control.power_budget", control.power_budget.in_use(), settings.watts.in_use()},
          {"control.switch_plan", control.switch_plan.in_use(), required.switches.has_value()},
          {"control.downstream", control.downstream.in_use(), required.downstream && credits},
          {"control.known", control.known.in_use(), controlled && settings.stages != nullptr},
          {"control.domains_off", control.meters_domains(), controlled && !settings.domains.empty()},
          {"control.credit_paths", control.has_credit_paths(),
           settings.single_channels && settings.levels.has_off() && credits}};
}

std::vector<Part> parts_of(const NetworkState& m) {
  const FlowSettings& flow = m.switches.flow;
  const bool ethernet = flow.name != FlowControl::credits;
  std::vector<Part> parts = parts_of_control(m);
  for (const Part& part :
       {Part{"more_credit", !m.more_credit.empty(), m.vcs > credits_inside},
        Part{"adapters", m.adapters_take_time(), m.hosts.times.in_use()},
        Part{"watch", m.watches_channels(),
             m.is_controlled() || flow.pauses() || flow.has_link_packets() || m.network.circuits.in_use()},
        Part{"link_packets", m.has_link_packets(), flow.has_link_packets()},
        Part{"ethernet", m.ethernet.in_use(), ethernet},
        Part{"ethernet.pausing", !m.ethernet.pausing.empty(), flow.pauses()},
        Part{"worms", m.worms.in_use(), m.switches.counts_flits()},
        Part{"worms.output_lanes", !m.worms.output_lanes.empty(), m.switches.has_output_lanes()},
        Part{"worms.arbiters", !m.worms.arbiters.empty(), m.switches.lanes.in_use()},
        Part{"transport", m.transport.in_use(), m.hosts.transport != TransportProtocol::none},
        Part{"far_index", !m.far_index.empty(), !m.share.is_whole()}})
    parts.push_back(part);
  return parts;
}

}  // namespace

std::vector<std::string> check_parts(const NetworkState& state) {
  std::vector<std::string> wrong;
  for (const Part& part : parts_of(state))
    if (part.there != part.wanted)
      wrong.push_back(fmt::format("the state of {} is {}", part.name,
                                  part.there ? "there without its feature" : "missing"));
  return wrong;
}

}  // namespace ebb::inline engine
