#include "fabric/routed/router_sleep.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace ebb::inline fabric {
namespace {

double seconds(RouterSleep::Time time) { return std::chrono::duration<double>(time).count(); }

}  // namespace

std::string_view name_of(SleepPhase phase) {
  switch (phase) {
    case SleepPhase::awake:
      return "awake";
    case SleepPhase::draining:
      return "draining";
    case SleepPhase::quieting:
      return "quieting";
    case SleepPhase::asleep:
      return "asleep";
    case SleepPhase::linking:
      return "linking";
    case SleepPhase::routing:
      return "routing";
    case SleepPhase::probing:
      return "probing";
    case SleepPhase::retrying:
      return "retrying";
  }
  return "";
}

SleepAction RouterSleep::enter(SleepPhase phase, Time now, SleepAction action) {
  phase_ = phase;
  since_ = now;
  routed_.reset();
  return action;
}

SleepAction RouterSleep::fail(Time now, SleepPhase next, SleepAction action, Problem why) {
  failure_ = std::move(why);
  return enter(next, now, action);
}

SleepAction RouterSleep::step(const SleepView& view, Time now) {
  if (!view.unread.empty()) return wait_blindly(view, now);
  switch (phase_) {
    case SleepPhase::awake:
      return wants_awake_ ? SleepAction::none : enter(SleepPhase::draining, now, SleepAction::drain);
    case SleepPhase::draining:
      return drain(view, now);
    case SleepPhase::quieting:
      return quieten(view, now);
    case SleepPhase::asleep:
      return stay_asleep(view, now);
    case SleepPhase::linking:
      return await_links(view, now);
    case SleepPhase::routing:
      return await_routes(view, now);
    case SleepPhase::probing:
      return await_probes(view, now);
    case SleepPhase::retrying:
      if (!wants_awake_) return enter(SleepPhase::draining, now, SleepAction::drain);
      return late(now, limits_.retry) ? enter(SleepPhase::linking, now, SleepAction::ports_on)
                                      : SleepAction::none;
  }
  return SleepAction::none;
}

/// A router that does not answer proves nothing. After the phase's time, the phase is undone.
SleepAction RouterSleep::wait_blindly(const SleepView& view, Time now) {
  const Problem why = {
      name_, fmt::format("cannot be observed while {}: {}", name_of(phase_), view.unread),
      "it is tried again when all routers around it answer, or when those that are gone are excluded"};
  switch (phase_) {
    case SleepPhase::draining:
    case SleepPhase::quieting:
      if (!late(now, phase_ == SleepPhase::draining ? limits_.drain : limits_.quiet)) break;
      wants_awake_ = true;
      return fail(now, SleepPhase::routing, SleepAction::undrain, why);
    case SleepPhase::linking:
      if (late(now, limits_.link)) return fail(now, SleepPhase::retrying, SleepAction::ports_off, why);
      break;
    case SleepPhase::routing:
    case SleepPhase::probing:
      if (late(now, phase_ == SleepPhase::routing ? limits_.routes : limits_.probe))
        return fail(now, SleepPhase::retrying, SleepAction::drain, why);
      break;
    case SleepPhase::asleep:
      if (wants_awake_) return enter(SleepPhase::linking, now, SleepAction::ports_on);
      break;
    case SleepPhase::awake:
    case SleepPhase::retrying:
      break;
  }
  return SleepAction::none;
}

SleepAction RouterSleep::drain(const SleepView& view, Time now) {
  if (wants_awake_) return enter(SleepPhase::routing, now, SleepAction::undrain);
  if (view.drained && view.transit.empty()) {
    counted_ = view.frames;
    counted_at_ = now;
    return enter(SleepPhase::quieting, now);
  }
  if (!late(now, limits_.drain)) return SleepAction::none;
  wants_awake_ = true;
  return fail(
      now, SleepPhase::routing, SleepAction::undrain,
      {name_,
       view.drained
           ? fmt::format("was drained for {} s, but {}", seconds(limits_.drain), view.transit)
           : fmt::format("does not advertise max-metric {} s after the command", seconds(limits_.drain)),
       "it stays awake: another path of finite cost is needed for every route that crosses it"});
}

SleepAction RouterSleep::quieten(const SleepView& view, Time now) {
  if (wants_awake_) return enter(SleepPhase::routing, now, SleepAction::undrain);
  if (!view.transit.empty()) return enter(SleepPhase::draining, now);
  if (now - counted_at_ >= limits_.quiet_for) {
    const double rate =
        static_cast<double>(view.frames - counted_) / seconds(now - counted_at_) / std::max(view.ports, 1u);
    if (view.frames >= counted_ && rate <= limits_.control_rate)
      return enter(SleepPhase::asleep, now, SleepAction::ports_off);
    if (late(now, limits_.quiet)) {
      wants_awake_ = true;
      return fail(now, SleepPhase::routing, SleepAction::undrain,
                  {name_, fmt::format("is drained, but {:.0f} frames a second cross each of its ports", rate),
                   "look for hosts or static routes that use it: `tcpdump` on one of its ports"});
    }
    counted_ = view.frames;
    counted_at_ = now;
  }
  return SleepAction::none;
}

SleepAction RouterSleep::stay_asleep(const SleepView& view, Time now) {
  if (wants_awake_) return enter(SleepPhase::linking, now, SleepAction::ports_on);
  return view.port_on.empty() ? SleepAction::none : SleepAction::ports_off;
}

SleepAction RouterSleep::await_links(const SleepView& view, Time now) {
  if (!wants_awake_) return enter(SleepPhase::draining, now, SleepAction::drain);
  if (view.not_full.empty() && (view.not_ready.empty() || late(now, limits_.ready)))
    return enter(SleepPhase::routing, now, SleepAction::undrain);
  if (view.not_full.empty() || !late(now, limits_.link)) return SleepAction::none;
  return fail(now, SleepPhase::retrying, SleepAction::ports_off,
              {name_, fmt::format("is not awake: {} after {} s", view.not_full, seconds(limits_.link)),
               "its ports are off again; the next try follows. Check the cable and OSPF at both ends"});
}

SleepAction RouterSleep::await_routes(const SleepView& view, Time now) {
  if (!wants_awake_) return enter(SleepPhase::draining, now, SleepAction::drain);
  const bool known = view.knows_routes || late(now, limits_.settle);
  const bool routed = known && !view.drained && view.not_routed.empty();
  if (routed && !view.gap) return enter(SleepPhase::probing, now);
  if (!routed)
    routed_.reset();
  else if (!routed_)
    routed_ = now;
  else if (now - *routed_ > limits_.install)  // OSPF is done, a kernel is not: waiting longer does not help
    return fail(now, SleepPhase::retrying, SleepAction::drain,
                {view.gap->where, fmt::format("{} is not awake: {}", name_, view.gap->what), view.gap->hint});
  if (routed || !late(now, limits_.routes)) return SleepAction::none;
  const std::string missing = view.drained ? "it still advertises max-metric" : view.not_routed;
  return fail(
      now, SleepPhase::retrying, SleepAction::drain,
      {name_, fmt::format("is not awake: {} after {} s", missing, seconds(limits_.routes)),
       "it is drained again; the next try follows. Compare `show ip ospf route` with its neighbours'"});
}

SleepAction RouterSleep::await_probes(const SleepView& view, Time now) {
  if (!wants_awake_) return enter(SleepPhase::draining, now, SleepAction::drain);
  if (view.gap || !view.not_routed.empty()) return enter(SleepPhase::routing, now);
  if (view.probed.value_or(false)) return enter(SleepPhase::awake, now);
  if (!late(now, limits_.probe)) return SleepAction::none;
  return fail(
      now, SleepPhase::retrying, SleepAction::drain,
      {name_, "is not awake: its routes are complete, but packets do not cross it",
       "it is drained again; the next try follows. Check forwarding (net.ipv4.ip_forward) and filters"});
}

}  // namespace ebb::inline fabric
