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
