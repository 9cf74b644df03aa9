// Reads the switches, and handles those that do not answer.
#include <fmt/format.h>

#include <algorithm>

#include "base/quantity.hpp"
#include "fabric/agent/agent.hpp"
#include "fabric/inventory/names.hpp"
#include "network/distance.hpp"

namespace ebb::inline fabric {

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
      known.silent = true, known.silent_since = now_;
      say(switch_name(network(), s) + " does not answer: its cables stay as they are for now");
      if (!readings) say_all(readings.problems());
    }
  }
  if (!place_.tables.moves_traffic()) return;  // take_readings() has updated diverted_
  diverted_ = place_.tables.diverted();
  diverted_.resize(network().switch_ports(), 0);
}

void Agent::take_readings(SwitchId s, std::vector<PortReading> readings) {
  SwitchKnown& known = switches_[s];
  bool fell = false;
  for (std::uint32_t i = 0; i < readings.size(); ++i) {
    Channel& channel = channels_[network().first_port[s] + i];
    const std::uint64_t before = channel.bytes.sum(), heard = channel.received.sum();
    fell = channel.bytes.read(readings[i].sent_bytes) || fell;
    channel.frames.read(readings[i].sent_frames);
    channel.received.read(readings[i].received_bytes);
    if (channel.bytes.sum() > before) channel.last_busy = now_;
    // In a dry run, traffic that would have been diverted still crosses the cable.
    const PortId p = network().first_port[s] + i;
    if (!place_.tables.moves_traffic() && !loaded_.has(p)) diverted_[p] += channel.bytes.sum() - before;
    if (channel.received.sum() > heard) channel.last_heard = now_;
  }
  if (fell) {
    say(switch_name(network(), s) +
        ": its counters jumped back, as after a restart; it is brought to the right state");
    known.restore = true;
  }
  known.ports = std::move(readings);
  known.ever = true;
}

/// After an outage, a switch may have lost its rules, its rates and the off state of its ports.
void Agent::restore_switches() {
  for (SwitchId s = 0; s < network().switches(); ++s) {
    if (!switches_[s].restore || switches_[s].silent) continue;
    switches_[s].restore = false;
    tables_stale_ = true;
    for (PortId p = network().first_port[s]; p < network().first_port[s + 1]; ++p)
      channels_[p].real.reset(), channels_[p].rate_again = {};
    for (CableState& cable : cables_)  // its ports may have come on by themselves
      if (network().owner[cable.port] == s || network().owner[network().peer[cable.port]] == s)
        cable.seen_off = false;
  }
}

/// Time of the last sign of life: an answer, or traffic that it sent to a switch that answers.
Picoseconds Agent::heard_of(SwitchId s) const {
  Picoseconds last = switches_[s].silent_since;
  for (PortId p = network().first_port[s]; p < network().first_port[s + 1]; ++p) {
    const PortId peer = network().peer[p];
    if (joins_switches(network(), p) && !switches_[network().owner[peer]].silent)
      last = std::max(last, channels_[peer].last_heard);
  }
  return last;
}

/// A switch that does not answer may still forward. If it sends nothing either, it counts as gone.
void Agent::find_gone() {
  bool changed = false;
  for (SwitchId s = 0; s < network().switches(); ++s) {
    SwitchKnown& known = switches_[s];
    const bool gone = known.silent && (known.gone || now_ - heard_of(s) >= settings_.patience);
    if (gone == known.gone) continue;
    known.gone = gone, changed = true;
    if (gone)
      say(fmt::format("{} has neither answered nor sent anything for {}: the others go on without it",
                      switch_name(network(), s), quantity_text(settings_.patience)));
  }
  if (!changed) return;
  std::vector<bool> gone;
  for (const SwitchKnown& known : switches_) gone.push_back(known.gone);
  place_.tables.leave_out(gone);
}

/// Of the parts that no working cable connects, the one with the most hosts is the network; the others are
/// cut off.
void Agent::name_cut_off() {
  const std::vector<SwitchId> part = parts_of(network(), alive());
  const std::vector<std::uint32_t> hosts = hosts_by_switch(network());
  std::vector<std::uint32_t> hosts_in(network().switches(), 0);
  for (SwitchId s = 0; s < network().switches(); ++s) hosts_in[part[s]] += hosts[s];
  const auto most = std::max_element(hosts_in.begin(), hosts_in.end()) - hosts_in.begin();
  for (SwitchId s = 0; s < network().switches(); ++s) {
    const bool cut = hosts[s] > 0 && (part[s] != static_cast<SwitchId>(most) || switches_[s].gone);
    if (cut == cut_off_[s]) continue;
    cut_off_[s] = cut;
    say(switch_name(network(), s) + (cut ? " is cut off: no cable that works leads from it to the others"
                                         : " is no longer cut off: a cable that works leads to the others"));
  }
}

}  // namespace ebb::inline fabric
