// Changes of rate. A channel changes by itself; when channels are paired or can be off, what one end of a
// cable wishes takes the cable's delay to the other one and holds at both from the same moment on.
#include "engine/control.hpp"
#include "engine/source.hpp"

namespace ebb::inline engine {
namespace {

/// In the place of the virtual channel of a wish, besides whose channel it is: it is the other end's.
constexpr unsigned of_other = 2;

}  // namespace

void Part::set_wish(const Channel& channel, std::size_t rung) {
  Watch& watch = m_.watch[channel.id];
  const auto wish = static_cast<std::uint8_t>(rung);
  // Alone, a channel that is on and stays on concerns nobody else.
  const bool stays_on = !m_.control.ladder.has_off() || (wish != 0 && watch.wish != 0 && watch.own != 0);
  if (!m_.control.paired && stays_on) {
    watch.wish = watch.own = wish;
    return settle(channel);
  }
  if (watch.wish == wish) return;
  watch.wish = wish;
  const OutPort& out = outs_[channel.id];
  const bool to_host = out.peer_port == no_port;
  // Never two at once: a channel may be asked twice in a picosecond, as its idle time is over and a packet
  // comes, and what it wished last must hold.
  std::int64_t& at = m_.meters[channel.id].wish_at;
  at = std::max(at + 1, now_ + delay_[out.link] + credit_time_);
  remind(channel, at, Kind::wish, 0, wish);
  note({.at = at,
        .kind = Kind::wish,
        .group = channel.of_host ? group_ : out.peer_group,
        .port = to_host || channel.of_host ? channel.local : out.peer_port,
        .vc = static_cast<std::uint16_t>(of_other | (to_host ? of_host_bit : 0)),
        .bytes = wish});
}

/// Only written down: the channel settles once all wishes of this picosecond are known.
void Part::hear_wish(std::uint16_t local, unsigned whose, std::size_t rung) {
  const Channel channel = channel_at(local, whose & of_host_bit);
  Watch& watch = m_.watch[channel.id];
  (whose & of_other ? watch.other : watch.own) = static_cast<std::uint8_t>(rung);
  remind(channel, now_, Kind::settle);
}

/// A cable is off in both directions or in none: credits for one come over the other.
std::size_t Part::agreed_rung(const Watch& watch) const {
  if (m_.control.paired) return std::max(watch.own, watch.other);
  if (m_.control.ladder.has_off() && watch.own == 0 && watch.other != 0)
    return m_.control.ladder.slowest_rung();
  return watch.own;
}

void Part::settle(const Channel& channel) {
  Watch& watch = m_.watch[channel.id];
  const std::size_t rung = agreed_rung(watch), before = rung_of(channel.id);
  const std::int64_t silent_until = m_.rest[channel.id].silent_until;
  if (now_ >= silent_until) watch.settling = false;
  if (rung == before) {
    if (m_.meters[channel.id].drain_by) m_.meters[channel.id].drain_by = 0, watch.shun_until = 0;
    set_horizon(channel.id);
    return serve_channel(channel);
  }
  if (watch.settling) return;
  const Picoseconds change = m_.control.reactivation[before * m_.rungs + rung];
  std::int64_t later = 0;
  if (now_ < silent_until)
    later = silent_until;
  else if (still_draining(channel, change))
    later = std::max(outs_[channel.id].free_at, now_ + m_.window);
  if (later == 0) {
    change_rate(channel.id, rung);
    set_horizon(channel.id);
    return serve_channel(channel);
  }
  watch.settling = now_ < silent_until;
  remind(channel, later, Kind::settle);
}

/// Whether a change waits until what is queued has left; for an epoch at most, as not every packet has
/// another way. From now on and until the change is over, a routing takes other ports first.
bool Part::still_draining(const Channel& channel, Picoseconds change) {
  const Transition how = m_.control.transition;
  if (how == Transition::leave || (how == Transition::by_time && change <= m_.control.drain_above))
    return false;
  Watch& watch = m_.watch[channel.id];
  Meter& meter = m_.meters[channel.id];
  if (meter.drain_by == 0) meter.drain_by = now_ + m_.control.epoch.v;
  watch.shun_until = INT64_MAX;
  return how != Transition::avoid && now_ < meter.drain_by && bytes_queued(channel) > 0;
}

/// The packet on the wire finishes, then the channel is silent while it changes.
void Part::change_rate(PortId channel, std::size_t rung) {
  OutPort& out = outs_[channel];
  PortRest& rest = m_.rest[channel];
  Watch& watch = m_.watch[channel];
  Meter& meter = m_.meters[channel];
  const std::size_t before = rung_of(channel);
  const std::int64_t from = std::max(now_, out.free_at);
  const std::int64_t change = m_.control.reactivation[before * m_.rungs + rung].v, until = from + change;
  std::int64_t* time_in = &m_.time_in[channel * 2 * m_.rungs];
  time_in[before] += from - meter.since;
  meter.before = static_cast<std::uint32_t>(before);
  meter.change = static_cast<std::uint32_t>(m_.rungs + std::max(before, rung));
  meter.change_from = from;
  time_in[meter.change] += change;
  meter.since = until;
  meter.silent += change;
  if (out.free_at > rest.silent_until) meter.last_busy = out.free_at;
  meter.drain_by = 0;
  if (watch.shun_until > now_) watch.shun_until = until;
  out.rate = static_cast<std::uint16_t>(out.link * m_.rungs + rung);
  out.free_at = until;
  rest.silent_until = until;
  out.silenced = 1;
}

}  // namespace ebb::inline engine
