// The way on: ports come up, a link is calm, and the cable is a route again.
#include <fmt/format.h>

#include <algorithm>

#include "base/quantity.hpp"
#include "base/units.hpp"
#include "fabric/agent/cable_machine.hpp"

namespace ebb::inline fabric {

void CableMachine::rise(CableState& cable) {
  enable(cable, true);
  enter(cable, CablePhase::rising);
  count_as_on(cable);
}

void CableMachine::await_link(CableState& cable) {
  if (parts_.poller.is_up(cable.port)) {
    cable.failures = 0;
    return join_routes(cable);
  }
  const AgentSettings& settings = context_.settings;
  if (context_.now - cable.since <= settings.patience) return;
  ++cable.failures;
  context_.report(fmt::format("{} does not come up again (tried for {}): it stays out of the routes",
                              context_.cable_name(cable.port), quantity_text(settings.patience)));
  enter(cable, CablePhase::broken);
  cable.try_again = context_.now + settings.retry;
}

/// A link that failed returns to the routes after it has been up for a while; the wait grows with the number
/// of failures. It returns at once if the tables in force use it anyway, or after the first outage of a
/// switch.
void CableMachine::await_calm_link(CableState& cable) {
  const AgentSettings& settings = context_.settings;
  if (!parts_.poller.is_up(cable.port)) {
    cable.calm_since = context_.now;
    if (cable.phase == CablePhase::broken && context_.now >= cable.try_again) {
      enable(cable, true);
      cable.try_again = context_.now + settings.retry;
    }
    return;
  }
  const bool in_use = !parts_.tables.is_loading() && parts_.tables.loaded().has(cable.port);
  const bool at_once = in_use || (cable.by_silence && cable.failures <= 1);
  const Picoseconds calm =
      std::min(settings.retry, settings.quiet * (std::int64_t{1} << std::min(cable.failures, 10u)));
  if (!at_once && context_.now - cable.calm_since < calm) return;
  context_.report(context_.cable_name(cable.port) + " is up again");
  count_as_on(cable);
  join_routes(cable);
}

/// Ends the off state of its channels, for the policy and for the energy accounting.
void CableMachine::count_as_on(const CableState& cable) {
  for (const PortId p : context_.ends(cable.port)) {
    if (!parts_.policies.is_off(parts_.policies.control(p).level)) continue;
    if (parts_.policies.agreed(p) == 0) parts_.policies.request(cable.port, parts_.policies.full_level());
    parts_.rates.apply_level(p);
  }
}

void CableMachine::return_to_routes(CableState& cable) {
  enter(cable, CablePhase::on);
  context_.report_action(context_.cable_name(cable.port) + " is a route again");
  cable.may_leave =
      context_.now + context_.settings.hold_down * (std::int64_t{1} << std::min(cable.failures, 6u));
}

}  // namespace ebb::inline fabric
