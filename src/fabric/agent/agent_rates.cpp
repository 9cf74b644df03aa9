// Rates of ports. A refused rate does not count as applied: the energy accounting, the policy and the other
// end of the cable continue with the actual rate.
#include <fmt/format.h>

#include <algorithm>

#include "fabric/agent/agent.hpp"
#include "fabric/inventory/names.hpp"

namespace ebb::inline fabric {

void Agent::apply_rates() {
  for (PortId p = 0; p < network().switch_ports(); ++p) {
    Channel& channel = channels_[p];
    if (!channel.controlled || channel.attempted) continue;
    ChannelControl& control = channel.control;
    if (is_off(control.level)) continue;
    if (finishing_)
      control.requested = control.own = control.other = static_cast<std::uint8_t>(control_.levels.size() - 1);
    const std::size_t to = controller_.agreed(control);
    if (is_off(to) || now_ < channel.rate_again) continue;
    const SwitchKnown& known = switches_[network().owner[p]];
    if (to != control.level)
      apply_level(p);
    else if ((channel.real != control.level || !channel.refused.empty()) && known.ever && !known.silent)
      set_rate(p, control, {times_of(p).begin(), times_of(p).end()});
  }
}

void Agent::apply_level(PortId port) {
  const ChannelControl before = channels_[port].control;
  std::vector<std::int64_t> times(times_of(port).begin(), times_of(port).end());
  const LevelChange applied =
      controller_.apply_level(channels_[port].control, now_, now_, {}, times_of(port));
  if (applied.what == LevelChange::What::changes && !is_off(applied.to))
    set_rate(port, before, std::move(times));
}

void Agent::set_rate(PortId port, const ChannelControl& before, std::vector<std::int64_t> times) {
  const std::size_t level = channels_[port].control.level;
  channels_[port].attempted = true;
  attempts_.push_back({.port = port, .level = level, .before = before, .times = std::move(times)});
  const Problems problems = driver(port).set_rate(local(port), rate_of(port, level));
  if (!problems.empty()) attempts_.back().refused = problems[0].what;
}

/// Every cable is slowed to the same fraction of its own full rate.
BitsPerSecond Agent::rate_of(PortId port, std::size_t level) const {
  if (network().has_one_rate()) return control_.levels[level];
  return control_.levels.of(network().link(port).rate, level);
}

/// Ends the rate changes of this step, and reverts those that were refused.
void Agent::see_rates() {
  for (SwitchId s = 0; s < network().switches(); ++s)
    for (const RefusedRate& refused : place_.switches[s]->refused_rates())
      for (RateAttempt& attempt : attempts_)
        if (attempt.port == network().first_port[s] + refused.local) attempt.refused = refused.why;
  RefusedPorts news;
  for (const RateAttempt& attempt : attempts_) {
    Channel& channel = channels_[attempt.port];
    channel.attempted = false;
    if (attempt.refused.empty()) {
      if (!channel.refused.empty()) say(port_name(network(), attempt.port) + " takes its rate again");
      channel.real = static_cast<std::uint8_t>(attempt.level);
      channel.refused.clear();
      continue;
    }
    if (channel.refused != attempt.refused) news.ports.push_back(attempt.port), news.why = attempt.refused;
    channel.refused = attempt.refused;
    take_back(attempt);
  }
  attempts_.clear();
  if (news.ports.empty()) return;
  const std::size_t more = news.ports.size() - 1;
  say(fmt::format("{} {} not take the rate that was set, and {} at the one before: {}",
                  port_name(network(), news.ports[0]),
                  more > 0 ? fmt::format("and {} more do", more) : "does", more > 0 ? "count" : "counts",
                  news.why));
}

/// Reverts the channel to the last rate that the port accepted. An unknown rate counts as full rate, so that
/// no saving is reported that did not happen.
void Agent::take_back(const RateAttempt& attempt) {
  Channel& channel = channels_[attempt.port];
  ChannelControl& control = channel.control;
  const std::size_t wanted = attempt.level, real = channel.real.value_or(control_.levels.size() - 1);
  const auto requested = control.requested;
  control = attempt.before;
  std::copy(attempt.times.begin(), attempt.times.end(), times_of(attempt.port).begin());
  if (control.level != real) {
    const std::int64_t at = std::max(now_.v, control.meter.since);
    control.meter.book_change(times_of(attempt.port), control.level, real, at, at);
    control.level = static_cast<std::uint8_t>(real);
  }
  control.requested = requested;
  begin_anew(attempt.port, "refused: its port does not take the rate");
  // An increase is retried at the next epoch; a decrease can wait longer.
  channel.rate_again = now_ + (wanted > real ? control_.epoch : std::max(settings_.retry, control_.epoch));
  control.next_evaluation = channel.rate_again.v;
}

bool Agent::has_full_rate(PortId port) const {
  const Channel& channel = channels_[port];
  const std::size_t full = control_.levels.size() - 1;
  return !channel.controlled || is_off(channel.control.level) || switches_[network().owner[port]].silent ||
         (channel.control.level == full && channel.real == full);
}

bool Agent::all_at_full_rate() const {
  for (PortId p = 0; p < network().switch_ports(); ++p)
    if (!has_full_rate(p)) return false;
  return true;
}

std::vector<Agent::RefusedPorts> Agent::refused_rates() const {
  std::vector<RefusedPorts> all;
  for (PortId p = 0; p < network().switch_ports(); ++p) {
    const std::string& why = channels_[p].refused;
    if (why.empty() || switches_[network().owner[p]].silent) continue;
    auto found = std::find_if(all.begin(), all.end(), [&](const RefusedPorts& r) { return r.why == why; });
    if (found == all.end()) found = all.insert(found, {why, {}});
    found->ports.push_back(p);
  }
  return all;
}

}  // namespace ebb::inline fabric
