// The way off: a link fails, or its cable drains and its ports go down.
#include <fmt/format.h>

#include <utility>

#include "base/problem.hpp"
#include "fabric/agent/cable_machine.hpp"

namespace ebb::inline fabric {

void CableMachine::lose(CableState& cable) {
  const Network& network = context_.network;
  ++cable.failures;
  cable.by_silence = parts_.poller.has_gone_end(cable.port);
  leave_routes(cable, CablePhase::lost);
  if (cable.by_silence) return;  // already logged for the switch
  const std::vector<SwitchId> part = parts_of(network, alive());
  const bool detour = part[network.owner[cable.port]] == part[network.owner[network.peer[cable.port]]];
  context_.report(context_.cable_name(cable.port) +
                  (detour ? ": the link failed; its traffic takes other paths"
                          : ": the link failed, and its ends are disconnected"));
}

std::string_view CableMachine::refuse(CableState& cable, std::string_view why) {
  join_routes(cable);
  return why;
}

/// The tables that avoid the cable are proved. In a dry run frames do not follow them, so there is nothing to
/// drain.
std::string_view CableMachine::drain(CableState& cable) {
  if (!parts_.tables.driver().moves_traffic()) return go_down(cable);
  const std::uint64_t frames = parts_.poller.frames_on(cable.port);
  const auto usual = static_cast<std::uint64_t>(parts_.tables.driver().background_frames() *
                                                static_cast<double>(context_.settings.quiet.v) / 1e12);
  if (frames > cable.frames + usual) cable.frames = frames, cable.calm_since = context_.now;
  if (context_.now - cable.calm_since >= context_.settings.quiet) return go_down(cable);
  if (context_.now - cable.since <= context_.settings.patience) return {};
  context_.report(context_.cable_name(cable.port) +
                  " does not become quiet although no rule uses it: it stays on");
  return refuse(cable, "refused: frames still cross it");
}

/// Checks connectivity again: cables may have failed since the first check.
std::string_view CableMachine::go_down(CableState& cable) {
  if (!keeps(context_.network, working_routes(), alive(), context_.settings.failures_to_survive()))
    return refuse(cable, "refused: another cable has failed meanwhile");
  cable.off_by_us = true;
  if (const Problems problems = context_.log.keep_off(off_by_us()); !problems.empty()) {
    cable.off_by_us = false;
    context_.report_all(problems);
    return refuse(cable, "refused: the .off file cannot be written");
  }
  parts_.policies.request(cable.port, 0);
  for (const PortId p : context_.ends(cable.port)) parts_.rates.apply_level(p);
  enable(cable, false);
  enter(cable, CablePhase::off);
  context_.report_action(context_.cable_name(cable.port) + " is off");
  return {};
}

/// Keeps the ports of a cable that is off disabled. No table sends frames over it, so no traffic is lost.
void CableMachine::stay_off(CableState& cable) {
  const auto [one, other] = context_.ends(cable.port);
  if (!parts_.poller.reading(one).enabled && !parts_.poller.reading(other).enabled) {
    cable.seen_off = true;
    return;
  }
  if (std::exchange(cable.seen_off, false)) {
    ++switched_on_by_others_;
    context_.report(context_.cable_name(cable.port) +
                    " was switched on by somebody else, and no table uses it: it goes off again");
  }
  enable(cable, false);
}

}  // namespace ebb::inline fabric
