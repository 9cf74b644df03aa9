#include "fabric/agent/agent.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "base/random.hpp"
#include "fabric/names.hpp"
#include "power/owner_check.hpp"

namespace ebb::inline fabric {
namespace {

/// There is no routing that could be told of a change: rules change before, cables drain by themselves.
ControlSettings without_transition(ControlSettings control) {
  control.transition = Transition::leave;
  return control;
}

}  // namespace

Problems check_agent_policy(const Policy& policy, bool has_stages) {
  return check_owner(policy, {.queue = false, .lateness = false, .stages = has_stages});
}

Agent::Agent(AgentPlace place, ControlSettings control, AgentSettings settings)
    : place_(std::move(place)),
      control_(without_transition(std::move(control))),
      settings_(settings),
      controller_(control_, settings.poll),
      switches_(network().switches()),
      channels_(network().switch_ports()),
      times_(network().switch_ports() * 2 * control_.ladder.size(), 0),
      missed_(network().switch_ports(), 0),
      routes_(network()),
      loaded_(network()) {
  for (PortId p = 0; p < network().switch_ports(); ++p) {
    Channel& channel = channels_[p];
    const PortId peer = network().peer[p];
    channel.control = controller_.fresh();
    channel.controlled = control_.policy && (joins_switches(network(), p) || settings_.host_ports);
    const auto offset = static_cast<std::int64_t>(mix_bits(std::min(p, peer)) >> 16) % control_.epoch.v;
    channel.control.next_question = control_.epoch.v - (control_.staggered ? offset : 0);
    if (joins_switches(network(), p) && p < peer) cables_.push_back({.port = p});
  }
}

void Agent::step(Picoseconds now) {
  now_ = now;
  read_ports();
  if (!started_)
    for (PortId p = 0; p < network().switch_ports(); ++p)
      if (channels_[p].controlled) set_rate(p);
  started_ = true;
  restore_switches();
  follow_tables();
  for (CableState& cable : cables_) move_cable(cable);
  if (!finishing_ && control_.policy) ask_channels();
  for (CableState& cable : cables_) decide_cable(cable);
  keep_connected();
  settle_rates();
  change_tables();
}

std::string Agent::cable_name(PortId port) const {
  const PortId peer = network().peer[port];
  return fmt::format("{} port {} - {} port {}", switch_name(network(), network().owner[port]), local(port),
                     switch_name(network(), network().owner[peer]), local(peer));
}

void Agent::say_all(const Problems& problems) {
  for (const Problem& p : problems) say(p.where + ": " + p.what);
}

void Agent::read_ports() {
  for (PortDriver* s : place_.switches) s->ask();
  for (SwitchId s = 0; s < network().switches(); ++s) {
    auto readings = place_.switches[s]->answer();
    SwitchKnown& known = switches_[s];
    if (readings && readings->size() == network().ports_of(s)) {
      if (known.silent) say(switch_name(network(), s) + " answers again"), known.restore = true;
      known.silent = false;
      take_readings(s, std::move(*readings));
    } else if (!known.silent) {
      known.silent = true;
      say(switch_name(network(), s) + " does not answer: its cables stay as they are");
      if (!readings) say_all(readings.problems());
    }
  }
  missed_ = place_.tables.missed();
  missed_.resize(network().switch_ports(), 0);
}

void Agent::take_readings(SwitchId s, std::vector<PortReading> readings) {
  SwitchKnown& known = switches_[s];
  bool fell = false;
  for (std::uint32_t i = 0; i < readings.size(); ++i) {
    Channel& channel = channels_[network().first_port[s] + i];
    const std::uint64_t before = channel.bytes.sum();
    fell = channel.bytes.read(readings[i].sent_bytes) || fell;
    channel.frames.read(readings[i].sent_frames);
    channel.received.read(readings[i].received_bytes);
    if (channel.bytes.sum() > before) channel.last_busy = now_;
  }
  if (fell) {
    say(switch_name(network(), s) +
        ": its counters jumped back, as after a restart; it is brought to the right state");
    known.restore = true;
  }
  known.ports = std::move(readings);
  known.ever = true;
}

/// A switch that was away may have forgotten its rules, its rates, and which ports were off.
void Agent::restore_switches() {
  for (SwitchId s = 0; s < network().switches(); ++s) {
    if (!switches_[s].restore || switches_[s].silent) continue;
    switches_[s].restore = false;
    tables_stale_ = true;
    for (PortId p = network().first_port[s]; p < network().first_port[s + 1]; ++p)
      if (channels_[p].controlled && !is_off(channels_[p].control.rung)) set_rate(p);
  }
}

void Agent::follow_tables() {
  if (!loading_) return;
  const std::optional<Problems> ended = place_.tables.ended();
  if (!ended) return;
  if (ended->empty()) {
    loaded_ = *loading_;
    table_failures_ = 0;
  } else {
    say_all(*ended);
    const std::int64_t wait = std::int64_t{1} << std::min(table_failures_++, 6u);
    tables_again_ = now_ + Picoseconds{std::min(settings_.retry.v, 1'000'000'000'000 * wait)};
    tables_stale_ = true;
  }
  loading_.reset();
}

void Agent::change_tables() {
  if (loading_ || now_ < tables_again_ || (routes_ == loaded_ && !tables_stale_)) return;
  const bool any_silent =
      std::any_of(switches_.begin(), switches_.end(), [](const SwitchKnown& s) { return s.silent; });
  if (any_silent) return;  // a rollout needs them all, and would only wait
  tables_stale_ = false;
  loading_ = routes_;
  place_.tables.begin(routes_);
  follow_tables();
}

void Agent::add_times(PortId port, std::span<std::int64_t> sum) const {
  const std::size_t states = 2 * control_.ladder.size();
  const ChannelControl& c = channels_[port].control;
  c.meter.add_times(std::span(times_).subspan(port * states, states), c.rung, now_.v, sum);
}

bool Agent::finished() const {
  const auto is_on = [](const CableState& c) {
    return c.phase == CablePhase::on || c.phase == CablePhase::lost || c.phase == CablePhase::broken;
  };
  return finishing_ && !loading_ && routes_ == loaded_ && !tables_stale_ &&
         std::all_of(cables_.begin(), cables_.end(), is_on);
}

}  // namespace ebb::inline fabric
