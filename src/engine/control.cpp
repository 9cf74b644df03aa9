// Control of the channels' rates: at the end of each epoch, for each channel of a switch and of its hosts.
#include "engine/control.hpp"

#include "engine/source.hpp"

namespace ebb {

void Part::control() {
  horizon_ = now_ + m_.control.epoch.v;
  note({.at = horizon_, .kind = Kind::control, .group = group_});
  const auto ports = static_cast<std::uint16_t>(m_.network.ports_of(group_));
  for (std::uint16_t local = 0; local < ports; ++local) {
    control_channel(static_cast<PortId>(first_port_ + local), local);
    for (unsigned vc = 0; vc < m_.vcs; ++vc) serve_output_lane(local, vc);
    if (out_[local].peer_port != no_port) continue;
    const HostId h = host_at(local);
    control_channel(m_.network.host_port(h), local);
    pump(h);
  }
}

/// Bookings never reach beyond a control by more than the packet on the wire, so what of the busy time lies
/// in the epoch is exact: all that was booked, less the part that comes after.
void Part::control_channel(PortId channel, std::uint16_t) {
  OutPort& out = m_.out[channel];
  Meter& meter = m_.meters[channel];
  const std::int64_t busy =
      out.busy - std::max<std::int64_t>(0, out.free_at - std::max(now_, m_.rest[channel].silent_until));
  const std::size_t rung = out.rate - out.link * m_.rungs;
  ChannelView view;
  view.rate = m_.control.ladder[rung];
  view.utilisation = static_cast<double>(busy - meter.busy) / static_cast<double>(m_.control.epoch.v);
  view.queued = {out.waiting};
  view.idle_for = {std::max<std::int64_t>(0, now_ - out.free_at)};
  meter.busy = busy;
  const std::size_t want = m_.control.ladder.rung(m_.control.policy->decide(view, m_.control.ladder).want);
  if (want != rung && now_ >= m_.rest[channel].silent_until) change_rate(channel, want);
}

/// The packet on the wire finishes, then the channel is silent while it changes.
void Part::change_rate(PortId channel, std::size_t rung) {
  OutPort& out = m_.out[channel];
  PortRest& rest = m_.rest[channel];
  const std::size_t before = out.rate - out.link * m_.rungs;
  const std::int64_t from = std::max(now_, out.free_at);
  const std::int64_t until = from + m_.control.reactivation[before * m_.rungs + rung].v;
  Meter& meter = m_.meters[channel];
  std::int64_t* time_in = &m_.time_in[channel * 2 * m_.rungs];
  time_in[before] += from - meter.since;
  meter.before = static_cast<std::uint32_t>(before);
  meter.change = static_cast<std::uint32_t>(m_.rungs + std::max(before, rung));
  meter.change_from = from;
  time_in[meter.change] += until - from;
  meter.since = until;
  out.rate = static_cast<std::uint16_t>(out.link * m_.rungs + rung);
  out.free_at = until;
  rest.silent_until = until;
  out.silenced = 1;
}

}  // namespace ebb
