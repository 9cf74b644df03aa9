// Detects what others have changed on the switches: missing rules, disabled ports, rates and link speeds.
// Rules are counted often, over the connection that also carries counters, and read completely now and then.
// Every finding is logged, and repaired as after a restart of the switch.
#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "base/quantity.hpp"
#include "fabric/agent/agent.hpp"
#include "fabric/inventory/names.hpp"

namespace ebb::inline fabric {

void Agent::audit() {
  count_rules();
  read_rules();
  for (const CableState& cable : cables_)
    for (const PortId p : {cable.port, network().peer[cable.port]}) audit_port(p, cable.off_by_us);
  for (PortId p = 0; p < network().switch_ports(); ++p)
    if (!joins_switches(network(), p)) audit_port(p, false);
  audit_rates();
}

/// Records that the rules of this switch differ from what the last change of tables installed.
void Agent::take_damage(SwitchId s, const std::string& what) {
  SwitchKnown& known = switches_[s];
  if (known.damage.empty()) {
    known.damaged_since = now_;
    ++found_.rules;
    say(fmt::format("{}: {}, changed by somebody else; it is brought to the right state",
                    switch_name(network(), s), what));
    tables_again_ = {};
  }
  known.damage = what;
  tables_stale_ = true;
}

void Agent::count_rules() {
  // Detection takes a quarter of the patience at most, and leaves the rest for the repair.
  const Picoseconds every = std::min(Picoseconds{settings_.patience.v / 4}, 1000_ms);
  // While tables change, the expected count is unknown, and a reply on its way is outdated afterwards.
  const bool changing = loading_ || tables_stale_;
  for (SwitchId s = 0; s < network().switches(); ++s) {
    SwitchKnown& known = switches_[s];
    if (changing || known.silent || !known.ever) {
      known.counting = false;
      continue;
    }
    const auto wanted = place_.tables.rules_on(s);
    if (!wanted) continue;
    if (known.counting) {
      const auto counted = place_.switches[s]->counted_rules();
      if (counted) known.counting = false;
      if (counted && *counted != *wanted)
        take_damage(s, fmt::format("it holds {} of its {} rules", *counted, *wanted));
    }
    if (now_ < known.count_again) continue;
    known.count_again = now_ + every;
    known.counting = true;
    place_.switches[s]->count_rules();
  }
}

/// Reads one switch at a time, so that each is read once per `audit` interval.
void Agent::read_rules() {
  if (const auto audit = place_.tables.audited()) {
    reading_rules_ = false;
    if (!audit->damage.empty() && !switches_[audit->at].silent) take_damage(audit->at, audit->damage);
  }
  if (reading_rules_ || loading_ || tables_stale_ || now_ < read_again_) return;
  read_again_ = now_ + Picoseconds{settings_.audit.v / network().switches()};
  const SwitchId s = next_read_++ % network().switches();
  if (switches_[s].silent || !place_.tables.rules_on(s)) return;
  reading_rules_ = true;
  place_.tables.audit(s);
}

/// Call when all present switches hold their correct tables.
void Agent::end_damage() {
  for (SwitchId s = 0; s < network().switches(); ++s) {
    SwitchKnown& known = switches_[s];
    if (known.damage.empty()) continue;
    known.damage.clear();
    if (known.gone) continue;
    ++repairs_;
    say_done(fmt::format("{} holds its rules again, {:.1f} s after it was seen that it did not",
                         switch_name(network(), s), (now_ - known.damaged_since).seconds()));
  }
}

void Agent::audit_port(PortId port, bool off_by_us) {
  const SwitchKnown& known = switches_[network().owner[port]];
  if (known.silent || !known.ever) return;
  Channel& channel = channels_[port];
  audit_speed(port);
  const bool off = !reading(port).enabled && !off_by_us;
  if (off && !channel.off_by_others) {
    ++found_.ports;
    channel.enable_again = {};
    say(fmt::format("{} is switched off, but not by the agent: {}", port_name(network(), port),
                    settings_.restore_ports ? "it is switched on again"
                                            : "it stays so ([agent] restore_ports would switch it on)"));
  }
  if (!off && channel.off_by_others) say(port_name(network(), port) + " is switched on again");
  channel.off_by_others = off;
  if (!off || !settings_.restore_ports || now_ < channel.enable_again) return;
  channel.enable_again = now_ + settings_.patience;
  say_all(driver(port).enable(local(port), true));
}

/// The agent does not set link speeds, so it only logs the change.
void Agent::audit_speed(PortId port) {
  Channel& channel = channels_[port];
  const PortReading& seen = reading(port);
  if (!seen.up || seen.speed.v == 0 || seen.speed == channel.speed) return;
  if (channel.speed.v == 0) {
    channel.speed = channel.first_speed = seen.speed;
    return;
  }
  ++found_.rates;
  say(fmt::format("the link of {} has a speed of {}, and had {}: somebody else has changed it",
                  port_name(network(), port), quantity_text(seen.speed), quantity_text(channel.speed)));
  channel.speed = seen.speed;
}

/// Reading rates starts a process, so it happens less often than counting rules.
void Agent::audit_rates() {
  if (now_ < rates_again_) return;
  rates_again_ = now_ + Picoseconds{settings_.patience.v / 2};
  for (PortDriver* driver : place_.switches) driver->look_at_rates();
  for (SwitchId s = 0; s < network().switches(); ++s)
    for (const ChangedRate& changed : place_.switches[s]->changed_rates()) {
      const PortId p = network().first_port[s] + changed.local;
      ++found_.rates;
      say(fmt::format("{} {}: somebody else has changed it; it is set again", port_name(network(), p),
                      changed.what));
      channels_[p].real.reset();  // apply_rates() sets it again
      channels_[p].rate_again = {};
    }
}

/// Keeps the ports of a cable that is off disabled. No table sends frames over it, so no traffic is lost.
void Agent::stay_off(CableState& cable) {
  if (!reading(cable.port).enabled && !reading(network().peer[cable.port]).enabled) {
    cable.seen_off = true;
    return;
  }
  if (std::exchange(cable.seen_off, false)) {
    ++found_.ports;
    say(cable_name(cable.port) +
        " was switched on by somebody else, and no table uses it: it goes off again");
  }
  enable(cable, false);
}

std::vector<Agent::PortFinding> Agent::port_findings() const {
  std::vector<PortFinding> all;
  for (PortId p = 0; p < network().switch_ports(); ++p) {
    const Channel& channel = channels_[p];
    if (switches_[network().owner[p]].silent) continue;
    if (channel.off_by_others) all.push_back({p, "is switched off, but not by the agent"});
    if (channel.speed < channel.first_speed)
      all.push_back({p, fmt::format("has a link speed of {}, and had {}", quantity_text(channel.speed),
                                    quantity_text(channel.first_speed))});
  }
  return all;
}

}  // namespace ebb::inline fabric
