// Questions to the power policy: each channel of a switch and of its hosts asks by its own clock, or when its
// queue has grown to the length that the policy has named.
#include "engine/control.hpp"

#include "engine/source.hpp"

namespace ebb::inline engine {
namespace {

/// How a question comes about, in the place of the virtual channel of its note.
constexpr unsigned by_queue = 2, by_missed = 4;

}  // namespace

void Part::start_control() {
  const std::int64_t epoch = m_.control.epoch.v;
  for (SwitchId s = first_; s < end_; ++s) {
    if (far(s)) continue;
    const auto ports = static_cast<std::uint16_t>(m_.network.ports_of(s));
    for (std::uint16_t local = 0; local < ports; ++local) {
      const auto port = static_cast<PortId>(m_.network.first_port[s] + local);
      const PortId peer = m_.network.peer[port];
      const std::int64_t offset =
          m_.control.staggered ? static_cast<std::int64_t>(mix_bits(std::min(port, peer)) >> 16) % epoch : 0;
      for (const bool host : {false, true}) {
        if (host && !m_.network.is_host_port(peer)) continue;
        const PortId channel = host ? peer : port;
        m_.meters[channel].next_question = epoch - offset;
        m_.watch[channel].step = m_.control.paired;
        set_horizon(channel);
        const std::uint16_t whose = host ? of_host_bit : 0;
        note({.at = epoch - offset, .kind = Kind::control, .group = s, .port = local, .vc = whose});
      }
    }
  }
}

/// Nothing starts once the channel wants to be off: the credits of all it has sent are back by then.
void Part::set_horizon(PortId channel) {
  Watch& watch = m_.watch[channel];
  const bool off =
      m_.control.ladder.has_off() && (watch.wish == 0 || watch.own == 0 || rung_of(channel) == 0);
  watch.horizon = off ? INT64_MIN : m_.meters[channel].next_question;
  if (m_.control.stages) update_route(channel);
}

void Part::control(std::uint16_t local, unsigned why) {
  const Channel channel = channel_at(local, why & of_host_bit);
  Watch& watch = m_.watch[channel.id];
  if (why & by_queue) {
    watch.asking = false;
    if (bytes_queued(channel) < watch.ask_at) return;
    ask(channel, Cause::queue);
  } else if (why & by_missed) {
    watch.asking = false;
    if (m_.meters[channel.id].missed < m_.meters[channel.id].ask_missed) return;
    ask(channel, Cause::missed);
  } else if (m_.meters[channel.id].next_question == now_) {
    ask(channel, Cause::time);
  } else {
    return;  // it has been asked earlier, and has a new time
  }
  serve_channel(channel);
}

std::int64_t Part::bytes_queued(const Channel& channel) const {
  if (!channel.of_host) return queued(channel.local);
  const OutPort& out = outs_[channel.id];
  const std::int64_t from = std::max(now_, m_.rest[channel.id].silent_until);
  return m_.host[m_.network.host_at(channel.id)].backlog +
         (out.free_at > from ? rates_[out.rate].bytes(out.free_at - from) : 0);
}

ChannelView Part::view_of(const Channel& channel, Cause cause) {
  const OutPort& out = outs_[channel.id];
  Meter& meter = m_.meters[channel.id];
  const std::int64_t silent_until = m_.rest[channel.id].silent_until;
  const std::int64_t ahead = m_.busy_ahead(channel.id, now_);
  const std::int64_t busy = out.busy - ahead,
                     silent = meter.silent -
                              std::max<std::int64_t>(0, silent_until - std::max(now_, meter.change_from));
  const std::int64_t old = m_.busy_at_old_rate(channel.id, now_);
  const std::int64_t bytes = static_cast<std::int64_t>(out.bytes) - rates_[out.rate].bytes(ahead - old) -
                             rates_[out.link * m_.rungs + meter.before].bytes(old);
  const std::int64_t could_send = now_ - meter.asked - (silent - meter.silent_before);
  ChannelView view;
  view.rate = m_.control.ladder[rung_of(channel.id)];
  if (could_send > 0)
    view.utilisation = static_cast<double>(busy - meter.busy) / static_cast<double>(could_send);
  view.since = {now_ - meter.asked};
  view.silent = {silent - meter.silent_before};
  view.sent = {bytes - meter.bytes};
  view.queued = {bytes_queued(channel)};
  const std::int64_t last_busy = out.free_at > silent_until ? out.free_at : meter.last_busy;
  view.idle_for = {std::max<std::int64_t>(0, now_ - last_busy)};
  view.lateness_left = m_.account.left;
  view.packets = m_.watch[channel.id].packets;
  view.cause = cause;
  if (m_.control.stages) show_stage(channel, view);
  view.memory = meter.memory;
  meter.asked = now_, meter.busy = busy, meter.bytes = bytes, meter.silent_before = silent;
  return view;
}

void Part::ask(const Channel& channel, Cause cause) {
  const ChannelView view = view_of(channel, cause);
  Decision decision = m_.control.policy->decide(view, m_.control.ladder);
  std::size_t rung = m_.control.ladder.rung(decision.want);
  if (m_.control.ladder.has_off()) {
    m_.watch[channel.id].closing = false;
    if (rung == 0) rung = rung_towards_off(channel, view, decision);
  }
  Watch& watch = m_.watch[channel.id];
  Meter& meter = m_.meters[channel.id];
  meter.memory = decision.memory;
  meter.load = view.load(m_.control.ladder.fastest());
  watch.packets = 0, meter.missed = 0;
  watch.ask_at = decision.ask_at.v;
  meter.ask_missed = decision.ask_missed.v;
  watch.step = m_.control.paired || decision.ask_at != Decision::no_queue;
  const std::int64_t after = decision.ask_after == Decision::epoch
                                 ? m_.control.epoch.v
                                 : std::max<std::int64_t>(1, decision.ask_after.v);
  meter.next_question = decision.ask_after == Decision::never ? INT64_MAX : now_ + after;
  if (meter.next_question != INT64_MAX) remind(channel, meter.next_question, Kind::control);
  set_wish(channel, rung);
  set_horizon(channel.id);
}

bool Part::all_credits_home(const Channel& channel) {
  if (outs_[channel.id].peer_port == no_port) return true;  // a host takes whatever comes
  const auto buffer = m_.switches.input_buffer.v;
  for (unsigned vc = 0; vc < vcs_; ++vc)
    if (!has_credit(credit_of(channel.id, vc), channel.id, vc, buffer)) return false;
  return true;
}

/// Lets through what waited for the answer.
void Part::serve_channel(const Channel& channel) {
  if (channel.of_host) return pump(m_.network.host_at(channel.id));
  for (unsigned vc = 0; vc < vcs_; ++vc) serve_output_lane(channel.local, vc);
}

/// Asks at once when the queue and `more` bytes are long enough, as an event of its own: the caller is in the
/// middle of something.
void Part::watch_queue(const Channel& channel, std::int64_t more) {
  Watch& watch = m_.watch[channel.id];
  if (watch.asking || watch.ask_at == Decision::no_queue.v) return;
  if (bytes_queued(channel) + more < watch.ask_at) return;
  watch.asking = true;
  remind(channel, now_, Kind::control, by_queue);
}

/// A packet would have gone this way. Off, a channel costs nothing until enough of them have.
void Part::miss(std::uint16_t local, std::int64_t bytes) {
  const PortId channel = static_cast<PortId>(first_port_ + local);
  Meter& meter = m_.meters[channel];
  Watch& watch = m_.watch[channel];
  meter.missed += bytes;
  if (meter.missed < meter.ask_missed || watch.asking) return;
  watch.asking = true;
  remind({channel, local, false}, now_, Kind::control, by_missed);
}

}  // namespace ebb::inline engine
