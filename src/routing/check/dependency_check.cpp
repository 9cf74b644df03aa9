#include "routing/check/dependency_check.hpp"

#include <algorithm>
#include <numeric>

namespace ebb::inline routing {
namespace {

constexpr std::size_t most_faults = 5;

std::string packet_text(const Route& route) {
  if (route.to != no_id) return fmt::format("a packet for switch {}", route.to);
  return fmt::format("a packet on its way over switch {}", route.via);
}

}  // namespace

std::size_t spreading_step(std::size_t n) {
  std::size_t step = std::max<std::size_t>(1, n * 618 / 1000);  // near the golden ratio
  while (std::gcd(step, n) != 1) ++step;
  return step;
}

DependencyWalk::DependencyWalk(const Network& network, int vcs, const DependencyLimits& limits)
    : network_(network),
      vcs_(vcs),
      whole_ports_(limits.ports_stop_whole),
      span_(limits.packets_span),
      graph_(network, whole_ports_ ? 1 : vcs) {}

void DependencyWalk::fault(std::string text) {
  auto& faults = report.faults;
  if (faults.size() < most_faults && std::find(faults.begin(), faults.end(), text) == faults.end())
    faults.push_back(std::move(text));
}

bool DependencyWalk::next_state(RouteState& state) {
  const auto asked = static_cast<std::uint32_t>(first_step_.size());
  if (asked > 0 && !delivered_ && !waits_) {
    const RouteState& stuck = states_[asked - 1];
    fault(fmt::format("at switch {} {} has no channel to wait for", stuck.here, packet_text(stuck.route)));
  }
  first_step_.push_back(steps_.size());
  if (asked == states_.size()) return false;
  delivered_ = waits_ = false;
  state = states_[asked];
  return true;
}

void DependencyWalk::add_option(Hop hop, const Route& next, bool waits) {
  const RouteState& state = states_[static_cast<std::uint32_t>(first_step_.size()) - 1];
  const SwitchId here = state.here;
  if (next.to == here && hop == Hop{next.out, 0}) {
    delivered_ = true;
    return;
  }
  if (hop.port >= network_.ports_of(here))
    return fault(fmt::format("switch {} has no port {}", here, hop.port));
  if (hop.vc >= vcs_)
    return fault(fmt::format("virtual channel {} of {} is taken at switch {}", hop.vc, vcs_, here));
  const PortId peer = network_.peer[network_.first_port[here] + hop.port];
  if (network_.is_host_port(peer))
    return fault(
        fmt::format("at switch {} {} goes to host {}", here, packet_text(next), network_.host_at(peer)));
  if (whole_ports_) hop.vc = 0, waits = true;
  steps_.push_back({states_.find(network_.owner[peer], next), hop, waits});
  waits_ |= waits;
}

void DependencyWalk::finish_group() {
  report.groups_walked += 1;
  report.states += states_.size();
  report.transitions += steps_.size();
  add_dependencies();
  if (span_) add_extended();
  measure_paths();
}

/// A packet that arrived by a hop may wait for any of the hops that its new state allows.
void DependencyWalk::add_dependencies() {
  rows_.clear(), first_word_.clear();
  for (std::uint32_t i = 0; i < states_.size(); ++i) {
    first_word_.push_back(rows_.size());
    rows_.resize(rows_.size() + graph_.words(states_[i].here), 0);
    for (std::size_t s = first_step_[i]; s < first_step_[i + 1]; ++s)
      if (steps_[s].waits) graph_.mark(&rows_[first_word_[i]], steps_[s].hop);
  }
  for (std::uint32_t i = 0; i < states_.size(); ++i)
    for (std::size_t s = first_step_[i]; s < first_step_[i + 1]; ++s) {
      const Step& step = steps_[s];
      graph_.add(network_.first_port[states_[i].here] + step.hop.port, step.hop.vc, states_[step.state].here,
                 &rows_[first_word_[step.state]]);
    }
}

std::size_t DependencyWalk::lane_of(std::uint32_t state, Hop hop) const {
  const PortId channel = network_.first_port[states_[state].here] + hop.port;
  return std::size_t{network_.peer[channel]} * static_cast<std::size_t>(vcs_) + hop.vc;
}

/// A worm on a channel that it has waited for may continue over any number of channels that are never waited
/// for, and then wait again.
void DependencyWalk::add_extended() {
  found_for_.assign(states_.size(), 0);
  for (std::uint32_t i = 0, search = 0; i < states_.size(); ++i)
    for (std::size_t s = first_step_[i]; s < first_step_[i + 1]; ++s)
      if (steps_[s].waits) add_all_after(lane_of(i, steps_[s].hop), steps_[s].state, ++search);
}

void DependencyWalk::add_all_after(std::size_t lane, std::uint32_t state, std::uint32_t search) {
  found_ = {state};
  found_for_[state] = search;
  for (std::size_t next = 0; next < found_.size(); ++next) {
    const std::uint32_t at = found_[next];
    for (std::size_t s = first_step_[at]; s < first_step_[at + 1]; ++s) {
      const Step& step = steps_[s];
      if (step.waits) {
        extended_.add(lane, lane_of(at, step.hop));
      } else if (found_for_[step.state] != search) {
        found_for_[step.state] = search;
        found_.push_back(step.state);
      }
    }
  }
}

/// Measures the longest path through the states. States on a cycle have none.
void DependencyWalk::measure_paths() {
  std::vector<std::uint32_t> before(states_.size(), 0), hops(states_.size(), 0), ready;
  for (const Step& step : steps_) ++before[step.state];
  for (std::uint32_t i = 0; i < states_.size(); ++i)
    if (before[i] == 0) ready.push_back(i);
  for (std::size_t next = 0; next < ready.size(); ++next)
    for (std::size_t s = first_step_[ready[next]]; s < first_step_[ready[next] + 1]; ++s) {
      const std::uint32_t to = steps_[s].state;
      hops[to] = std::max(hops[to], hops[ready[next]] + 1);
      report.longest_path = std::max(report.longest_path, hops[to]);
      if (--before[to] == 0) ready.push_back(to);
    }
  if (ready.size() == states_.size()) return;
  const auto circling = static_cast<std::uint32_t>(
      std::find_if(before.begin(), before.end(), [](std::uint32_t n) { return n != 0; }) - before.begin());
  fault(fmt::format("{} may travel in a loop, for example through switch {}",
                    packet_text(states_[circling].route), states_[circling].here));
}

void DependencyWalk::finish() {
  for (std::size_t lane : span_ ? extended_.cycle() : graph_.cycle())
    report.cycle.push_back(graph_.name(lane));
}

}  // namespace ebb::inline routing
