// Whatever has to wait: for the path, for room in an output queue, for credits.
#include "engine/hop.hpp"
#include "engine/source.hpp"

namespace ebb::inline engine {
namespace {

std::uint8_t with(std::uint8_t mask, unsigned vc) { return static_cast<std::uint8_t>(mask | 1u << vc); }
std::uint8_t without(std::uint8_t mask, unsigned vc) { return static_cast<std::uint8_t>(mask & ~(1u << vc)); }

}  // namespace

void Part::keep_path_busy(std::uint16_t local, std::int64_t until) {
  InLane* lanes = &m_.in[m_.lane(first_port_ + local, 0)];
  for (unsigned vc = 0; vc < m_.vcs; ++vc) lanes[vc].path_free = until;
}

/// A credit that did not fit its log; or, without bytes, that there is one in the log.
void Part::tell_source(const Packet& packet, std::int64_t due, std::uint16_t bytes) {
  const OutPort& back = out_[packet.port];
  const bool host = back.peer_port == no_port;
  note({.at = due,
        .kind = host ? Kind::host_credit : Kind::credit,
        .group = back.peer_group,
        .port = host ? packet.port : back.peer_port,
        .vc = packet.vc,
        .bytes = bytes});
}

void Part::wait_in_input(const Packet& packet) {
  InLane& in = m_.in[m_.lane(first_port_ + packet.port, packet.vc)];
  block_->standing.append(in.head, in.tail, packet);
  PortRest& rest = m_.rest[first_port_ + packet.port];
  if (rest.in_mask == 0) mark_crowded(packet.port, true);
  rest.in_mask = with(rest.in_mask, packet.vc);
}

void Part::mark_crowded(std::uint16_t local, bool crowded) {
  InLane* lanes = &m_.in[m_.lane(first_port_ + local, 0)];
  for (unsigned vc = 0; vc < m_.vcs; ++vc) lanes[vc].crowded = crowded;
}

Packet Part::take_head(std::uint16_t local, unsigned vc) {
  InLane& in = m_.in[m_.lane(first_port_ + local, vc)];
  const Packet packet = block_->standing.pop(in.head);
  PortRest& rest = m_.rest[first_port_ + local];
  if (in.head == no_id) rest.in_mask = without(rest.in_mask, vc);
  if (rest.in_mask == 0) mark_crowded(local, false);
  return packet;
}

void Part::wake_input(std::uint16_t local, std::int64_t at) {
  PortRest& rest = m_.rest[first_port_ + local];
  if (rest.input_wake) return;
  rest.input_wake = true;
  note({.at = std::max(now_, at), .kind = Kind::input, .group = group_, .port = local});
}

/// The head of an input lane has chosen an output queue that has no room: it waits behind others that do.
void Part::block(std::uint16_t in_local, unsigned vc, Hop hop) {
  InLane& in = m_.in[m_.lane(first_port_ + in_local, vc)];
  in.hop_port = hop.port, in.hop_vc = hop.vc, in.next_port = no_port;
  PortRest& from = m_.rest[first_port_ + in_local];
  OutLane& to = m_.out_lanes[m_.lane(first_port_ + hop.port, hop.vc)];
  from.blocked_mask = with(from.blocked_mask, vc);
  const LaneName name{in_local, static_cast<std::uint16_t>(vc)};
  if (out_[hop.port].blocked_mask >> hop.vc & 1) {
    InLane& last = m_.in[m_.lane(first_port_ + to.blocked_tail.port, to.blocked_tail.vc)];
    last.next_port = name.port, last.next_vc = static_cast<std::uint8_t>(name.vc);
    to.blocked_tail = name;
    return;
  }
  out_[hop.port].blocked_mask = (out_[hop.port].blocked_mask | 1u << hop.vc) & 0xffu;
  to.blocked_head = to.blocked_tail = name;
  wake_when_room(hop, block_->standing[in.head].size);
}

void Part::wait_in_output(Hop hop, const Packet& packet, bool for_credit) {
  OutPort& out = out_[hop.port];
  const auto channel = static_cast<PortId>(first_port_ + hop.port);
  OutLane& lane = m_.out_lanes[m_.lane(channel, hop.vc)];
  block_->standing.append(lane.head, lane.tail, packet);
  out.wait_mask = (out.wait_mask | 1u << hop.vc) & 0xffu;
  out.waiting += packet.size;
  lane.waiting += packet.size;
  if (for_credit) poll_credit(channel, hop.port, hop.vc, Kind::credit);
}

/// Waits for a credit: until the next one in the log counts, or else until downstream tells of one. (It may
/// have had its turn in this window already, or not yet: in one case the log shows the entry, in the other it
/// sees that somebody waits.)
void Part::poll_credit(PortId channel, std::uint16_t local, unsigned vc, Kind kind) {
  OutPort& out = m_.out[channel];
  if (out.poll_mask >> vc & 1) return;
  out.poll_mask = (out.poll_mask | 1u << vc) & 0xffu;
  if (const std::int64_t next = next_credit(channel, vc); next != INT64_MAX)
    note({.at = next, .kind = kind, .group = group_, .port = local, .vc = static_cast<std::uint16_t>(vc)});
}

/// A credit that did not fit its log, or, without bytes, the time to look into the log again.
void Part::take_credit(std::uint16_t local, unsigned vc, std::int32_t bytes) {
  OutPort& out = out_[local];
  m_.credit(first_port_ + local, vc) += bytes;
  if (m_.goal && (out.poll_mask >> vc & 1)) m_.able_from[m_.lane(first_port_ + local, vc)] = now_;
  if (bytes == 0) out.poll_mask = out.poll_mask & ~(1u << vc) & 0xffu;
  serve_output_lane(local, vc);
}

void Part::take_host_credit(std::uint16_t local, std::int32_t bytes) {
  const HostId h = host_at(local);
  const PortId channel = m_.network.host_port(h);
  m_.credit(channel, 0) += bytes;
  if (m_.goal && m_.out[channel].poll_mask) m_.able_from[m_.lane(channel, 0)] = now_;
  if (bytes == 0) m_.out[channel].poll_mask = 0;
  pump(h);
}

void Part::book_waiting(std::uint16_t local, unsigned vc) {
  OutPort& out = out_[local];
  const auto channel = static_cast<PortId>(first_port_ + local);
  OutLane& lane = m_.out_lanes[m_.lane(channel, vc)];
  while (lane.head != no_id) {
    Packet packet = block_->standing[lane.head];
    if (out.peer_port != no_port && !has_credit(credit_of(channel, vc), channel, vc, packet.size))
      return poll_credit(channel, local, vc, Kind::credit);
    if (!book(out, credit_of(channel, vc), packet)) return;
    block_->standing.pop(lane.head);
    out.waiting -= packet.size;
    lane.waiting -= packet.size;
  }
  out.wait_mask = out.wait_mask & ~(1u << vc) & 0xffu;
}

void Part::serve_output(std::uint16_t local, unsigned vc) {
  out_[local].wake_mask = out_[local].wake_mask & ~(1u << vc) & 0xffu;
  serve_output_lane(local, vc);
}

/// Books what can be booked, and lets heads in where that made room.
void Part::serve_output_lane(std::uint16_t local, unsigned vc) {
  if (out_[local].wait_mask >> vc & 1) book_waiting(local, vc);
  if (out_[local].blocked_mask >> vc & 1) admit_blocked({local, static_cast<std::uint8_t>(vc)});
}

/// Lets heads that wait for this output queue in, oldest first, as far as there is room and their paths are
/// free.
void Part::admit_blocked(Hop hop) {
  OutPort& out = out_[hop.port];
  OutLane& lane = m_.out_lanes[m_.lane(first_port_ + hop.port, hop.vc)];
  const std::uint32_t bit = 1u << hop.vc;
  while (out.blocked_mask & bit) {
    const LaneName name = lane.blocked_head;
    InLane& in = m_.in[m_.lane(first_port_ + name.port, name.vc)];
    const std::uint16_t size = block_->standing[in.head].size;
    out.blocked_mask = out.blocked_mask & ~bit & 0xffu;  // has_room() lets nobody pass a waiting head
    const bool room = has_room(hop, size), ready = room && in.path_free <= now_;
    if (!ready || in.next_port != no_port) out.blocked_mask = (out.blocked_mask | bit) & 0xffu;
    if (!room) return wake_when_room(hop, size);
    if (!ready) return wake_output(hop, in.path_free);
    lane.blocked_head = {in.next_port, in.next_vc};
    in.next_port = no_port;
    PortRest& from = m_.rest[first_port_ + name.port];
    from.blocked_mask = without(from.blocked_mask, name.vc);
    Packet packet = take_head(name.port, name.vc);
    enter(in, packet, hop, now_, true);
    if (from.in_mask & ~from.blocked_mask) wake_input(name.port, in.path_free);
  }
}

void Part::wake_output(Hop hop, std::int64_t at) {
  OutPort& out = out_[hop.port];
  if (out.wake_mask >> hop.vc & 1) return;
  out.wake_mask = (out.wake_mask | 1u << hop.vc) & 0xffu;
  note({.at = at, .kind = Kind::output, .group = group_, .port = hop.port, .vc = hop.vc});
}

/// The time at which the wire has made room is known; what waits for credits makes none until they come.
void Part::wake_when_room(Hop hop, std::int64_t size) {
  const OutPort& out = out_[hop.port];
  const std::int64_t waiting = m_.out_lanes[m_.lane(first_port_ + hop.port, hop.vc)].waiting;
  const std::int64_t spare = m_.switches.output_queue.v - waiting - size;
  if (spare < 0 && waiting > 0) return;  // a credit or a control comes first, and serves this lane
  const std::int64_t at = spare > 0 ? out.free_at - m_.rates[out.rate].time(spare) : out.free_at;
  wake_output(hop, std::max(now_ + 1, at));
}

}  // namespace ebb::inline engine
