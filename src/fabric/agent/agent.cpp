#include "fabric/agent/agent.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <set>

#include "base/random.hpp"
#include "fabric/inventory/names.hpp"
#include "power/control/driver_check.hpp"

namespace ebb::inline fabric {
namespace {

constexpr const char* rates_hint =
    "run the agent where the interfaces are (in a lab: ebb lab exec fabric -- ebb agent …), as root; or with "
    "--rates none";

/// The agent has no routing that could avoid a channel during a transition: it changes the rules first, and
/// cables drain by themselves.
ControlSettings without_transition(ControlSettings control) {
  control.transition = Transition::leave;
  return control;
}

}  // namespace

Problems check_agent_policy(const Policy& policy, bool has_stages) {
  return check_driver(policy, {.queue = false, .added_delay = false, .stages = has_stages});
}

Agent::Agent(AgentPlace place, ControlSettings control, AgentSettings settings)
    : place_(std::move(place)),
      control_(without_transition(std::move(control))),
      settings_(settings),
      controller_(control_, settings.poll),
      switches_(network().switches()),
      channels_(network().switch_ports()),
      times_(network().switch_ports() * 2 * control_.levels.size(), 0),
      diverted_(network().switch_ports(), 0),
      routes_(network()),
      loaded_(network()),
      cut_off_(network().switches(), false) {
  if (control_.levels.size() > 1 && !network().has_one_rate())
    for (const LinkClass& link : network().classes)
      levels_by_class_.push_back(control_.levels.scaled_to(link.rate));
  for (PortId p = 0; p < network().switch_ports(); ++p) {
    Channel& channel = channels_[p];
    const PortId peer = network().peer[p];
    channel.control = controller_.fresh();
    channel.controlled = control_.policy && (joins_switches(network(), p) || settings_.host_ports);
    if (channel.controlled) {
      const auto offset = static_cast<std::int64_t>(mix_bits(std::min(p, peer)) >> 16) % control_.epoch.v;
      channel.control.next_evaluation = control_.epoch.v - (control_.staggered ? offset : 0);
    }
    if (!joins_switches(network(), p) || p > peer) continue;
    channel.cable = channels_[peer].cable = cables_.size();
    cables_.push_back({.port = p});
  }
}

void Agent::step(Picoseconds now) {
  now_ = now;
  read_ports();
  find_gone();
  restore_switches();
  follow_tables();
  audit();
  for (CableState& cable : cables_) move_cable(cable);
  if (!finishing_ && control_.policy) ask_channels();
  for (CableState& cable : cables_) decide_cable(cable);
  keep_connected();
  apply_rates();
  see_rates();
  change_tables();
}

void Agent::finish() {
  finishing_ = true;
  for (Channel& channel : channels_) channel.rate_again = {};  // try each port once more
}

Problems Agent::policy_fault() const {
  const auto bad = controller_.bad_rate();
  if (!bad) return {};
  return {bad_rate_problem(*control_.policy, control_.levels, *bad)};
}

std::string Agent::cable_name(PortId port) const {
  return port_name(network(), port) + " - " + port_name(network(), network().peer[port]);
}

void Agent::say_all(const Problems& problems) {
  for (const Problem& p : problems) say(p.where + ": " + p.what);
}

void Agent::follow_tables() {
  if (!loading_) return;
  const std::optional<Problems> ended = place_.tables.ended();
  if (!ended) return;
  if (ended->empty()) {
    loaded_ = *loading_;
    table_failures_ = 0;
    table_trouble_.clear();
    if (!tables_stale_) end_damage();
  } else {
    say_all(*ended);
    table_trouble_ = *ended;
    const std::int64_t wait = std::int64_t{1} << std::min(table_failures_++, 6u);
    tables_again_ = now_ + Picoseconds{std::min(settings_.retry.v, 1'000'000'000'000 * wait)};
    tables_stale_ = true;
  }
  loading_.reset();
}

/// A switch that does not answer may still forward, by its old tables and its old tag. New tables on the
/// other switches would cut off its hosts. So no table changes until it answers or counts as gone.
void Agent::change_tables() {
  if (loading_ || now_ < tables_again_ || (routes_ == loaded_ && !tables_stale_)) return;
  const auto may_forward = [](const SwitchKnown& s) { return s.silent && !s.gone; };
  const auto is_gone = [](const SwitchKnown& s) { return s.gone; };
  if (std::any_of(switches_.begin(), switches_.end(), may_forward) ||
      std::all_of(switches_.begin(), switches_.end(), is_gone))
    return;
  if (help_is_near()) return;
  tables_stale_ = false;
  loading_ = routes_;
  // Hosts that are connected stay connected, over the cables that still work.
  CableSet promised = alive();
  promised &= loaded_;
  promised |= routes_;
  place_.tables.begin({routes_, std::move(promised)});
  follow_tables();
}

void Agent::add_times(PortId port, std::span<std::int64_t> sum) const {
  const std::size_t states = 2 * control_.levels.size();
  const ChannelControl& c = channels_[port].control;
  c.meter.add_times(std::span(times_).subspan(port * states, states), c.level, now_.v, sum);
}

bool Agent::finished() const {
  const auto is_settled = [&](const CableState& c) {
    if (c.off_by_us && is_known(c)) return false;
    return c.phase == CablePhase::on || c.phase == CablePhase::broken ||
           (c.phase == CablePhase::lost && !(is_known(c) && is_up(c)));
  };
  for (PortId p = 0; p < network().switch_ports(); ++p)
    if (!has_full_rate(p) && channels_[p].rate_again.v == 0) return false;
  return finishing_ && !loading_ && routes_ == loaded_ && !tables_stale_ &&
         std::all_of(cables_.begin(), cables_.end(), is_settled);
}

Problems Agent::not_on() const {
  Problems problems;
  for (SwitchId s = 0; s < network().switches(); ++s)
    if (switches_[s].silent)
      problems.push_back({switch_name(network(), s), "does not answer: what is on there is not known",
                          "see whether the switch runs, and whether the inventory names its socket"});
  for (const CableState& cable : cables_) {
    if (cable.phase == CablePhase::on || is_at(cable, &SwitchKnown::silent)) continue;
    problems.push_back(
        {cable_name(cable.port),
         fmt::format("is not on: {}", names_of(CablePhase{})[static_cast<std::size_t>(cable.phase)]),
         "see whether it is plugged in, and whether somebody has switched a port off"});
  }
  for (const RefusedPorts& refused : refused_rates()) {
    std::string names;
    for (const PortId p : refused.ports)
      if (!has_full_rate(p)) names += (names.empty() ? "" : ", ") + port_name(network(), p);
    if (!names.empty()) problems.push_back({names, "may not be at full rate: " + refused.why, rates_hint});
  }
  problems.insert(problems.end(), table_trouble_.begin(), table_trouble_.end());
  std::set<std::string> hints;  // print each hint once
  for (Problem& p : problems)
    if (!hints.insert(p.hint).second) p.hint.clear();
  return problems;
}

}  // namespace ebb::inline fabric
