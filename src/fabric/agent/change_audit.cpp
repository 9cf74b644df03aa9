#include "fabric/agent/change_audit.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "base/quantity.hpp"

namespace ebb::inline fabric {

ChangeAudit::ChangeAudit(const AgentContext& context, const SwitchPoller& poller, TableSynchroniser& tables,
                         RateSetter& rates)
    : context_(context),
      poller_(poller),
      tables_(tables),
      rates_(rates),
      switches_(context.network.switches()),
      ports_(context.network.switch_ports()) {}

void ChangeAudit::run(const std::function<bool(PortId)>& off_by_us) {
  const Network& network = context_.network;
  count_rules();
  read_rules();
  for (PortId p = 0; p < ports_.size(); ++p)
    if (joins_switches(network, p) && p < network.peer[p])
      for (const PortId end : context_.ends(p)) audit_port(end, off_by_us(end));
  for (PortId p = 0; p < ports_.size(); ++p)
    if (!joins_switches(network, p)) audit_port(p, false);
  audit_rates();
}

/// Records that the rules of this switch differ from what the last change of tables installed.
void ChangeAudit::take_damage(SwitchId s, const std::string& what) {
  Switch& known = switches_[s];
  if (known.damage.empty()) {
    known.damaged_since = context_.now;
    ++found_.rules;
    context_.report(fmt::format("{}: {}, changed by somebody else; it is brought to the right state",
                                switch_name(context_.network, s), what));
    tables_.repair_now();
  }
  known.damage = what;
  tables_.mark_outdated();
}

void ChangeAudit::count_rules() {
  // Detection takes a quarter of the patience at most, and leaves the rest for the repair.
  const Picoseconds every = std::min(Picoseconds{context_.settings.patience.v / 4}, 1000_ms);
  // While tables change, the expected count is unknown, and a reply on its way is outdated afterwards.
  const bool changing = tables_.in_flux();
  for (SwitchId s = 0; s < switches_.size(); ++s) {
    Switch& known = switches_[s];
    if (changing || !poller_.answers(s)) {
      known.counting = false;
      continue;
    }
    const auto wanted = tables_.driver().expected_rules(s);
    if (!wanted) continue;
    if (known.counting) {
      const auto counted = context_.switches[s]->rule_count();
      if (counted) known.counting = false;
      if (counted && *counted != *wanted)
        take_damage(s, fmt::format("it holds {} of its {} rules", *counted, *wanted));
    }
    if (context_.now < known.count_again) continue;
    known.count_again = context_.now + every;
    known.counting = true;
    context_.switches[s]->request_rule_count();
  }
}

/// Reads one switch at a time, so that each is read once per `audit` interval.
void ChangeAudit::read_rules() {
  RouteDriver& routes = tables_.driver();
  if (const auto audit = routes.audit_result()) {
    reading_rules_ = false;
    if (!audit->damage.empty() && !poller_.is_silent(audit->at)) take_damage(audit->at, audit->damage);
  }
  if (reading_rules_ || tables_.in_flux() || context_.now < read_again_) return;
  const auto switches = static_cast<SwitchId>(switches_.size());
  read_again_ = context_.now + Picoseconds{context_.settings.audit.v / switches};
  const SwitchId s = next_read_++ % switches;
  if (poller_.is_silent(s) || !routes.expected_rules(s)) return;
  reading_rules_ = true;
  routes.start_audit(s);
}

void ChangeAudit::end_damage() {
  for (SwitchId s = 0; s < switches_.size(); ++s) {
    Switch& known = switches_[s];
    if (known.damage.empty()) continue;
    known.damage.clear();
    if (poller_.is_gone(s)) continue;
    ++repairs_;
    context_.report_action(fmt::format("{} holds its rules again, {:.1f} s after it was seen that it did not",
                                       switch_name(context_.network, s),
                                       (context_.now - known.damaged_since).seconds()));
  }
}

void ChangeAudit::audit_port(PortId port, bool off_by_us) {
  if (!poller_.answers(context_.network.owner[port])) return;
  const bool restore = context_.settings.restore_ports;
  Port& known = ports_[port];
  audit_speed(port);
  const bool off = !poller_.reading(port).enabled && !off_by_us;
  const auto name = [&] { return port_name(context_.network, port); };
  if (off && !known.off_by_others) {
    ++found_.ports;
    known.enable_again = {};
    context_.report(fmt::format(
        "{} is switched off, but not by the agent: {}", name(),
        restore ? "it is switched on again" : "it stays so ([agent] restore_ports would switch it on)"));
  }
  if (!off && known.off_by_others) context_.report(name() + " is switched on again");
  known.off_by_others = off;
  if (!off || !restore || context_.now < known.enable_again) return;
  known.enable_again = context_.now + context_.settings.patience;
  context_.report_all(context_.driver(port).enable(context_.local(port), true));
}

/// The agent does not set link speeds, so it only logs the change.
void ChangeAudit::audit_speed(PortId port) {
  Port& known = ports_[port];
  const PortReading& seen = poller_.reading(port);
  if (!seen.up || seen.speed.v == 0 || seen.speed == known.speed) return;
  if (known.speed.v == 0) {
    known.speed = known.first_speed = seen.speed;
    return;
  }
  ++found_.rates;
  context_.report(fmt::format("the link of {} has a speed of {}, and had {}: somebody else has changed it",
                              port_name(context_.network, port), quantity_text(seen.speed),
                              quantity_text(known.speed)));
  known.speed = seen.speed;
}

/// Reading rates starts a process, so it happens less often than counting rules.
void ChangeAudit::audit_rates() {
  if (context_.now < rates_again_) return;
  rates_again_ = context_.now + Picoseconds{context_.settings.patience.v / 2};
  for (PortDriver* driver : context_.switches) driver->read_rates();
  for (SwitchId s = 0; s < switches_.size(); ++s)
    for (const ChangedRate& changed : context_.switches[s]->changed_rates()) {
      const PortId p = context_.network.first_port[s] + changed.local;
      ++found_.rates;
      context_.report(fmt::format("{} {}: somebody else has changed it; it is set again",
                                  port_name(context_.network, p), changed.what));
      rates_.forget(p);
    }
}

std::vector<PortFinding> ChangeAudit::port_findings() const {
  std::vector<PortFinding> all;
  for (PortId p = 0; p < ports_.size(); ++p) {
    const Port& known = ports_[p];
    if (poller_.is_silent(context_.network.owner[p])) continue;
    if (known.off_by_others) all.push_back({p, "is switched off, but not by the agent"});
    if (known.speed < known.first_speed)
      all.push_back({p, fmt::format("has a link speed of {}, and had {}", quantity_text(known.speed),
                                    quantity_text(known.first_speed))});
  }
  return all;
}

}  // namespace ebb::inline fabric
