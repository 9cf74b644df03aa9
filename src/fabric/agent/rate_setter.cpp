#include "fabric/agent/rate_setter.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "base/problem.hpp"
#include "power/control/rate_levels.hpp"

namespace ebb::inline fabric {

RateSetter::RateSetter(const AgentContext& context, const SwitchPoller& poller, ChannelPolicies& policies)
    : context_(context), poller_(poller), policies_(policies), ports_(context.network.switch_ports()) {}

void RateSetter::apply_all(bool finishing) {
  for (PortId p = 0; p < ports_.size(); ++p) {
    const Port& port = ports_[p];
    if (!policies_.is_controlled(p) || port.attempted) continue;
    const ChannelControl& control = policies_.control(p);
    if (policies_.is_off(control.level)) continue;
    if (finishing) policies_.request_full(p);
    const std::size_t to = policies_.agreed(p);
    if (policies_.is_off(to) || context_.now < port.again) continue;
    const bool unset = port.accepted != control.level || !port.refused.empty();
    if (to != control.level)
      apply_level(p);
    else if (unset && poller_.answers(context_.network.owner[p]))
      set_rate(p, control, {policies_.times_of(p).begin(), policies_.times_of(p).end()});
  }
}

void RateSetter::apply_level(PortId port) {
  const ChannelControl before = policies_.control(port);
  std::vector<std::int64_t> times(policies_.times_of(port).begin(), policies_.times_of(port).end());
  const LevelChange change = policies_.apply_level(port);
  if (change.what == LevelChange::What::changes && !policies_.is_off(change.to))
    set_rate(port, before, std::move(times));
}

void RateSetter::set_rate(PortId port, const ChannelControl& before, std::vector<std::int64_t> times) {
  const std::size_t level = policies_.control(port).level;
  ports_[port].attempted = true;
  attempts_.push_back({.port = port, .level = level, .before = before, .times = std::move(times)});
  const Problems problems = context_.driver(port).set_rate(context_.local(port), rate_of(port, level));
  if (!problems.empty()) attempts_.back().refused = problems[0].what;
}

/// Every cable is slowed to the same fraction of its own full rate.
BitsPerSecond RateSetter::rate_of(PortId port, std::size_t level) const {
  const RateLevels& levels = policies_.settings().levels;
  return context_.network.has_one_rate() ? levels[level] : levels.of(context_.network.link(port).rate, level);
}

void RateSetter::end_step() {
  for (SwitchId s = 0; s < context_.network.switches(); ++s)
    for (const RefusedRate& refused : context_.switches[s]->apply_rates())
      for (Attempt& attempt : attempts_)
        if (attempt.port == context_.network.first_port[s] + refused.local) attempt.refused = refused.why;
  RefusedPorts newly;
  for (const Attempt& attempt : attempts_) {
    Port& port = ports_[attempt.port];
    port.attempted = false;
    if (attempt.refused.empty()) {
      if (!port.refused.empty())
        context_.report(port_name(context_.network, attempt.port) + " takes its rate again");
      port.accepted = static_cast<std::uint8_t>(attempt.level);
      port.refused.clear();
      continue;
    }
    if (port.refused != attempt.refused) newly.ports.push_back(attempt.port), newly.why = attempt.refused;
    port.refused = attempt.refused;
    take_back(attempt);
  }
  attempts_.clear();
  if (!newly.ports.empty()) report_refused(newly);
}

void RateSetter::report_refused(const RefusedPorts& refused) const {
  const std::size_t more = refused.ports.size() - 1;
  context_.report(fmt::format("{} {} not take the rate that was set, and {} at the one before: {}",
                              port_name(context_.network, refused.ports[0]),
                              more > 0 ? fmt::format("and {} more do", more) : "does",
                              more > 0 ? "count" : "counts", refused.why));
}

/// Reverts the channel to the last rate that the port accepted. An unknown rate counts as full rate, so that
/// no saving is reported that did not happen.
void RateSetter::take_back(const Attempt& attempt) {
  Port& port = ports_[attempt.port];
  ChannelControl& control = policies_.control(attempt.port);
  const std::span<std::int64_t> times = policies_.times_of(attempt.port);
  const std::size_t wanted = attempt.level, actual = port.accepted.value_or(policies_.full_level());
  const auto requested = control.requested;
  control = attempt.before;
  std::copy(attempt.times.begin(), attempt.times.end(), times.begin());
  if (control.level != actual) {
    const std::int64_t at = std::max(context_.now.v, control.meter.since);
    control.meter.book_change(times, control.level, actual, at, at);
    control.level = static_cast<std::uint8_t>(actual);
  }
  control.requested = requested;
  policies_.restart(attempt.port, "refused: its port does not take the rate");
  // An increase is retried at the next epoch; a decrease can wait longer.
  const Picoseconds epoch = policies_.settings().epoch;
  port.again = context_.now + (wanted > actual ? epoch : std::max(context_.settings.retry, epoch));
  control.next_evaluation = port.again.v;
}

void RateSetter::forget(PortId port) { ports_[port].accepted.reset(), ports_[port].again = {}; }

void RateSetter::retry_all() {
  for (Port& port : ports_) port.again = {};
}

bool RateSetter::has_full_rate(PortId port) const {
  const std::size_t full = policies_.full_level(), level = policies_.control(port).level;
  return !policies_.is_controlled(port) || policies_.is_off(level) ||
         poller_.is_silent(context_.network.owner[port]) || (level == full && ports_[port].accepted == full);
}

bool RateSetter::all_at_full_rate() const {
  for (PortId p = 0; p < ports_.size(); ++p)
    if (!has_full_rate(p)) return false;
  return true;
}

std::vector<RefusedPorts> RateSetter::refused() const {
  std::vector<RefusedPorts> all;
  for (PortId p = 0; p < ports_.size(); ++p) {
    const std::string& why = ports_[p].refused;
    if (why.empty() || poller_.is_silent(context_.network.owner[p])) continue;
    auto found = std::find_if(all.begin(), all.end(), [&](const RefusedPorts& r) { return r.why == why; });
    if (found == all.end()) found = all.insert(found, {why, {}});
    found->ports.push_back(p);
  }
  return all;
}

}  // namespace ebb::inline fabric
