// What else a controlled channel asks for: a wire that takes one packet at a time, and packets that wait
// until their tail is near enough to leave at a higher rate than they came with.
#include "engine/control.hpp"
#include "engine/source.hpp"

namespace ebb::inline engine {

/// May a packet get this wire from `from` on?
bool Part::may_start(PortId channel, std::int64_t from) {
  const Watch& watch = m_.watch[channel];
  if (from >= watch.horizon || watch.asking) return false;  // the answer comes first
  if (!watch.step || outs_[channel].free_at <= now_) return true;
  const bool of_host = m_.network.is_host_port(channel);
  const auto local = of_host ? outs_[channel].peer_port : static_cast<std::uint16_t>(channel - first_port_);
  wake_wire({channel, local, of_host});
  return false;
}

void Part::wake_wire(const Channel& channel) {
  Watch& watch = m_.watch[channel.id];
  if (watch.wire_wake) return;
  watch.wire_wake = true;
  remind(channel, std::max(now_, outs_[channel.id].free_at), Kind::wire);
}

/// The wire is free: the lanes that wait get it in turn, one packet each.
void Part::serve_wire(std::uint16_t local, bool of_host) {
  const Channel channel = channel_at(local, of_host);
  Watch& watch = m_.watch[channel.id];
  watch.wire_wake = false;
  const OutPort& out = outs_[channel.id];
  if (out.free_at > now_) return wake_wire(channel);
  if (of_host) return pump(m_.network.host_at(channel.id));
  const unsigned turn = watch.turn;
  for (unsigned i = 0; i < vcs_ && out.free_at <= now_; ++i) {
    const unsigned vc = (turn + i) % vcs_;
    serve_output_lane(local, vc);
    if (out.free_at > now_) watch.turn = static_cast<std::uint8_t>((vc + 1) % vcs_);
  }
  if (out.free_at > now_ && out.wait_mask) wake_wire(channel);
}

/// How much later than at full rate a packet leaves that was ready at `ready`. By its wire: without credits
/// it would not have left at full rate either. In all: whatever it waits for; at its source, but for those
/// before it, which wait there at full rate too.
void Part::count_lateness(PortId channel, unsigned vc, std::int64_t ready, std::int64_t size,
                          std::int64_t leaves) {
  Watch& watch = m_.watch[channel];
  const std::int64_t time = m_.full_time(outs_[channel].link, size);
  watch.full_free = std::max({watch.full_free, ready, m_.able_from[m_.lane(channel, vc)]}) + time;
  watch.able_free = (m_.network.is_host_port(channel) ? std::max(watch.able_free, ready) : ready) + time;
  lateness_.by_wires += leaves - watch.full_free;
  lateness_.in_all += leaves - watch.able_free;
  ++watch.packets;
}

/// The packet stands in the output queue, unbooked, until it can leave without waiting for its tail.
void Part::hold(Hop hop, Packet& packet, std::int64_t until) {
  OutPort& out = out_[hop.port];
  packet.at = until;
  packet.group = group_, packet.port = hop.port, packet.vc = hop.vc;
  packet.rate = out.rate | held_bit;
  out.waiting += packet.size;
  m_.out_lanes[lane_of(first_port_ + hop.port, hop.vc)].waiting += packet.size;
  fly(packet, Kind::ready);
  watch_queue({static_cast<PortId>(first_port_ + hop.port), hop.port, false});
}

void Part::release(Packet packet) {
  const Hop hop{packet.port, static_cast<std::uint8_t>(packet.vc)};
  packet.at += rates_[packet.rate & ~held_bit].time(packet.size);  // its tail, as before
  out_[hop.port].waiting -= packet.size;
  m_.out_lanes[lane_of(first_port_ + hop.port, hop.vc)].waiting -= packet.size;
  send(hop, packet);
  if (out_[hop.port].blocked_mask >> hop.vc & 1) admit_blocked(hop);
}

}  // namespace ebb::inline engine
