#include "fabric/agent/switch_poller.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "base/quantity.hpp"

namespace ebb::inline fabric {

SwitchPoller::SwitchPoller(const AgentContext& context)
    : context_(context), switches_(context.network.switches()), counters_(context.network.switch_ports()) {}

/// Steps come a little earlier or later than the clock says.
bool SwitchPoller::is_due(SwitchId s, const std::function<bool(SwitchId)>& must_read) const {
  const Switch& known = switches_[s];
  const AgentSettings& settings = context_.settings;
  const bool recently = known.ever && !known.silent &&
                        context_.now - known.read_at < settings.calm_poll - Picoseconds{settings.poll.v / 2};
  return !recently || !must_read || must_read(s);
}

void SwitchPoller::poll(const std::function<bool(SwitchId)>& must_read) {
  const Network& network = context_.network;
  for (PortCounters& port : counters_) port.sent_in_step = 0;
  for (SwitchId s = 0; s < network.switches(); ++s)
    if ((switches_[s].asked = is_due(s, must_read))) context_.switches[s]->request_readings();
  for (SwitchId s = 0; s < network.switches(); ++s) {
    Switch& known = switches_[s];
    if (!known.asked) continue;
    auto readings = context_.switches[s]->readings();
    if (readings && readings->size() == network.ports_of(s)) {
      if (known.silent) context_.report(switch_name(network, s) + " answers again"), known.restarted = true;
      known.silent = false;
      take_readings(s, std::move(*readings));
    } else if (!known.silent) {
      known.silent = true, known.silent_since = context_.now;
      context_.report(switch_name(network, s) + " does not answer: its cables stay as they are for now");
      if (!readings) context_.report_all(readings.problems());
    }
    context_.report_all(context_.switches[s]->trouble());
  }
}

void SwitchPoller::take_readings(SwitchId s, std::vector<PortReading> readings) {
  bool fell = false;
  for (std::uint32_t i = 0; i < readings.size(); ++i) {
    PortCounters& port = counters_[context_.network.first_port[s] + i];
    const std::uint64_t sent = port.bytes.sum(), received = port.received.sum();
    fell = port.bytes.read(readings[i].sent_bytes) || fell;
    port.frames.read(readings[i].sent_frames);
    port.received.read(readings[i].received_bytes);
    port.sent_in_step = port.bytes.sum() - sent;
    if (port.sent_in_step > 0) port.last_sent = context_.now;
    if (port.received.sum() > received) port.last_received = context_.now;
  }
  if (fell) {
    context_.report(switch_name(context_.network, s) +
                    ": its counters jumped back, as after a restart; it is brought to the right state");
    switches_[s].restarted = true;
  }
  switches_[s].ports = std::move(readings);
  switches_[s].ever = true, switches_[s].read_at = context_.now;
}

/// Time of the last sign of life: an answer, or traffic that it sent to a switch that answers.
Picoseconds SwitchPoller::last_sign_of(SwitchId s) const {
  const Network& network = context_.network;
  Picoseconds last = switches_[s].silent_since;
  for (PortId p = network.first_port[s]; p < network.first_port[s + 1]; ++p) {
    const PortId peer = network.peer[p];
    if (joins_switches(network, p) && !is_silent(network.owner[peer]))
      last = std::max(last, counters_[peer].last_received);
  }
  return last;
}

bool SwitchPoller::find_gone() {
  bool changed = false;
  const Picoseconds patience = context_.settings.patience;
  for (SwitchId s = 0; s < switches_.size(); ++s) {
    Switch& known = switches_[s];
    const bool gone = known.silent && (known.gone || context_.now - last_sign_of(s) >= patience);
    if (gone == known.gone) continue;
    known.gone = gone, changed = true;
    if (gone)
      context_.report(
          fmt::format("{} has neither answered nor sent anything for {}: the others go on without it",
                      switch_name(context_.network, s), quantity_text(patience)));
  }
  return changed;
}

std::vector<SwitchId> SwitchPoller::take_restarted() {
  std::vector<SwitchId> restarted;
  for (SwitchId s = 0; s < switches_.size(); ++s)
    if (!is_silent(s) && std::exchange(switches_[s].restarted, false)) restarted.push_back(s);
  return restarted;
}

std::vector<bool> SwitchPoller::gone() const {
  std::vector<bool> gone;
  for (const Switch& s : switches_) gone.push_back(s.gone);
  return gone;
}

bool SwitchPoller::any_unknown() const {
  return std::any_of(switches_.begin(), switches_.end(), [](const Switch& s) { return s.silent && !s.gone; });
}

bool SwitchPoller::all_gone() const {
  return std::all_of(switches_.begin(), switches_.end(), [](const Switch& s) { return s.gone; });
}

const PortReading& SwitchPoller::reading(PortId port) const {
  return switches_[context_.network.owner[port]].ports[context_.local(port)];
}

bool SwitchPoller::knows(PortId cable) const {
  for (const PortId p : context_.ends(cable))
    if (!answers(context_.network.owner[p])) return false;
  return true;
}

bool SwitchPoller::has_gone_end(PortId cable) const {
  const auto [one, other] = context_.ends(cable);
  return is_gone(context_.network.owner[one]) || is_gone(context_.network.owner[other]);
}

bool SwitchPoller::has_silent_end(PortId cable) const {
  const auto [one, other] = context_.ends(cable);
  return is_silent(context_.network.owner[one]) || is_silent(context_.network.owner[other]);
}

bool SwitchPoller::is_up(PortId cable) const {
  for (const PortId p : context_.ends(cable))
    if (answers(context_.network.owner[p]) && !(reading(p).up && reading(p).enabled)) return false;
  return true;
}

std::uint64_t SwitchPoller::frames_on(PortId cable) const {
  const auto [one, other] = context_.ends(cable);
  return counters_[one].frames.sum() + counters_[other].frames.sum();
}

}  // namespace ebb::inline fabric
