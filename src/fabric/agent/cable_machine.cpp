#include "fabric/agent/cable_machine.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "base/problem.hpp"
#include "base/quantity.hpp"
#include "base/units.hpp"

namespace ebb::inline fabric {
namespace {

bool has_failed(const CableState& cable) {
  return cable.phase == CablePhase::lost || cable.phase == CablePhase::broken;
}

}  // namespace

CableMachine::CableMachine(const AgentContext& context, Parts parts)
    : context_(context), parts_(parts), cable_of_(context.network.switch_ports(), 0) {
  for (PortId p = 0; p < cable_of_.size(); ++p) {
    const PortId peer = context.network.peer[p];
    if (!joins_switches(context.network, p) || p > peer) continue;
    cable_of_[p] = cable_of_[peer] = cables_.size();
    cables_.push_back({.port = p});
  }
}

void CableMachine::enter(CableState& cable, CablePhase phase) {
  cable.phase = phase;
  cable.since = cable.calm_since = context_.now;
  cable.seen_off = false;
  cable.frames = parts_.poller.frames_on(cable.port);
}

void CableMachine::leave_routes(CableState& cable, CablePhase phase) {
  parts_.tables.set_route(cable.port, false);
  enter(cable, phase);
}

void CableMachine::join_routes(CableState& cable) {
  parts_.tables.set_route(cable.port, true);
  enter(cable, CablePhase::returning);
}

std::string_view CableMachine::refuse(CableState& cable, std::string_view why) {
  join_routes(cable);
  return why;
}

std::string_view CableMachine::advance(CableState& cable) {
  const SwitchPoller& poller = parts_.poller;
  const bool is_route = cable.phase == CablePhase::on || cable.phase == CablePhase::returning;
  if (!has_failed(cable) && (poller.has_gone_end(cable.port) || (is_route && !poller.is_up(cable.port)))) {
    lose(cable);
    return {};
  }
  if (!poller.knows(cable.port)) return {};
  if (cable.off_by_us && cable.phase != CablePhase::off) see_enabled(cable);
  switch (cable.phase) {
    case CablePhase::on:
      if (context_.now - cable.since > context_.settings.retry) cable.failures = 0;
      break;
    case CablePhase::returning:
      if (parts_.tables.hold(cable.port, true)) return_to_routes(cable);
      break;
    case CablePhase::leaving:
      if (parts_.tables.hold(cable.port, false)) enter(cable, CablePhase::draining);
      break;
    case CablePhase::draining:
      return drain(cable);
    case CablePhase::off:
      stay_off(cable);
      break;
    case CablePhase::rising:
      await_link(cable);
      break;
    case CablePhase::lost:
    case CablePhase::broken:
      await_calm_link(cable);
  }
  return {};
}

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

void CableMachine::return_to_routes(CableState& cable) {
  enter(cable, CablePhase::on);
  context_.report_action(context_.cable_name(cable.port) + " is a route again");
  cable.may_leave =
      context_.now + context_.settings.hold_down * (std::int64_t{1} << std::min(cable.failures, 6u));
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

void CableMachine::enable(const CableState& cable, bool on) {
  for (const PortId p : context_.ends(cable.port))
    context_.report_all(context_.driver(p).enable(context_.local(p), on));
}

/// A cable that we switched off counts as off by us until both its ports are seen enabled.
void CableMachine::see_enabled(CableState& cable) {
  const auto [one, other] = context_.ends(cable.port);
  if (parts_.poller.reading(one).enabled && parts_.poller.reading(other).enabled) {
    cable.off_by_us = false;
    context_.report_all(context_.log.keep_off(off_by_us()));
  } else {
    enable(cable, true);
  }
}

/// Ends the off state of its channels, for the policy and for the energy accounting.
void CableMachine::count_as_on(const CableState& cable) {
  for (const PortId p : context_.ends(cable.port)) {
    if (!parts_.policies.is_off(parts_.policies.control(p).level)) continue;
    if (parts_.policies.agreed(p) == 0) parts_.policies.request(cable.port, parts_.policies.full_level());
    parts_.rates.apply_level(p);
  }
}

void CableMachine::left_off(const std::vector<PortId>& cables) {
  for (CableState& cable : cables_)
    if (std::find(cables.begin(), cables.end(), cable.port) != cables.end()) {
      enter(cable, CablePhase::rising);
      parts_.tables.start_without(cable.port);
      cable.off_by_us = true;
    }
}

void CableMachine::forget_port_states(SwitchId s) {
  for (CableState& cable : cables_)
    for (const PortId p : context_.ends(cable.port))
      if (context_.network.owner[p] == s) cable.seen_off = false;
}

bool CableMachine::any_failed() const { return std::any_of(cables_.begin(), cables_.end(), has_failed); }

std::vector<bool> CableMachine::changing_switches() const {
  std::vector<bool> changing(context_.network.switches(), false);
  for (const CableState& cable : cables_)
    if (cable.phase != CablePhase::on && cable.phase != CablePhase::off)
      for (const PortId p : context_.ends(cable.port)) changing[context_.network.owner[p]] = true;
  return changing;
}

bool CableMachine::is_settled(const CableState& cable) const {
  const bool known = parts_.poller.knows(cable.port);
  if (cable.off_by_us && known) return false;
  return cable.phase == CablePhase::on || cable.phase == CablePhase::broken ||
         (cable.phase == CablePhase::lost && !(known && parts_.poller.is_up(cable.port)));
}

std::vector<PortId> CableMachine::off_by_us() const {
  std::vector<PortId> off;
  for (const CableState& cable : cables_)
    if (cable.off_by_us) off.push_back(cable.port);
  return off;
}

CableSet CableMachine::alive() const {
  CableSet set(context_.network);
  for (const CableState& cable : cables_)
    if (has_failed(cable)) set.set(context_.network, cable.port, false);
  return set;
}

CableSet CableMachine::working_routes() const {
  CableSet working = parts_.tables.routes();
  for (const CableState& cable : cables_)
    if (cable.phase == CablePhase::returning && !parts_.tables.loaded().has(cable.port))
      working.set(context_.network, cable.port, false);
  return working;
}

bool CableMachine::link_is_near() const {
  const auto is_near = [&](const CableState& c) {
    return c.phase == CablePhase::rising && context_.now - c.since <= context_.settings.quiet;
  };
  return std::any_of(cables_.begin(), cables_.end(), is_near) &&
         !keeps(context_.network, parts_.tables.routes(), alive(), 0);
}

}  // namespace ebb::inline fabric
