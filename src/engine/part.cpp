#include "engine/part.hpp"

#include "base/ensure.hpp"
#include "engine/hop.hpp"
#include "engine/order.hpp"

namespace ebb {

Part::Part(Model& model, SwitchId first, SwitchId end) : m_(model), first_(first), end_(end) {
  finish_ = m_.window;
  inverse_ = ~std::uint64_t{0} / static_cast<std::uint64_t>(m_.window);
  counts_.resize(end_ - first_ + 1);
}

void Part::advance_to(std::uint64_t window) {
  packets_.advance_to(window);
  notes_.advance_to(window);
  window_ = window;
  start_ = static_cast<std::int64_t>(window) * m_.window;
  finish_ = start_ + m_.window;
}

void Part::start() {
  for (HostId h = 0; h < m_.network.hosts; ++h) {
    const SwitchId s = m_.host_switch[h];
    if (s < first_ || s >= end_) continue;
    Host& host = m_.host[h];
    host.upcoming = m_.traffic.next(h, Picoseconds{0}, host.memory);
    if (host.upcoming.destination != no_id) note({host.upcoming.at.v, Kind::inject, s, m_.host_local[h]});
  }
}

/// Groups the window's records by switch: by counting when there are many, by comparing when there are few.
void Part::collect() {
  packets_.take(arrivals_);
  notes_.take(news_);
  const std::uint32_t flown = arrivals_.size(), noted = news_.size();
  items_.resize(flown + noted);
  Item* items = items_.data();
  if (std::size_t{flown + noted} * 8 < end_ - first_) {
    for (std::uint32_t i = 0; i < flown; ++i) items[i] = {arrivals_[i].group, i};
    for (std::uint32_t i = 0; i < noted; ++i) items[flown + i] = {news_[i].group, i | note_bit};
    std::sort(items_.begin(), items_.end(), [](const Item& a, const Item& b) { return a.group < b.group; });
    return;
  }
  std::fill(counts_.begin(), counts_.end(), 0);
  std::uint32_t* counts = counts_.data();
  for (const Packet& p : arrivals_) ++counts[p.group - first_];
  for (const Note& n : news_) ++counts[n.group - first_];
  std::uint32_t sum = 0;
  for (std::uint32_t& c : counts_) sum += std::exchange(c, sum);
  for (std::uint32_t i = 0; i < flown; ++i)
    items[counts[arrivals_[i].group - first_]++] = {arrivals_[i].group, i};
  for (std::uint32_t i = 0; i < noted; ++i)
    items[counts[news_[i].group - first_]++] = {news_[i].group, i | note_bit};
}

/// A credit that did not fit its log, or, without bytes, the time to look into the log again.
void Part::take_credit(const Note& n) {
  Port& out = base_[n.port];
  m_.credit[m_.lane(first_port_ + n.port, n.vc())].bytes += n.bytes;
  if (n.bytes == 0) out.poll_mask = static_cast<std::uint8_t>(out.poll_mask & ~(1u << n.vc()));
  if (!(out.wait_mask >> n.vc() & 1)) return;
  book_waiting(n.port, n.vc());
  admit_blocked(n.port);
}

/// Looks into the log when the next credit counts, or else when the next window starts: whatever counts in a
/// window has been written before it.
void Part::poll_credit(PortId source, std::uint16_t local, unsigned vc, Kind kind) {
  Port& out = m_.ports[source];
  if (out.poll_mask >> vc & 1) return;
  out.poll_mask = static_cast<std::uint8_t>(out.poll_mask | 1u << vc);
  const CreditLog& log = m_.logs[m_.lane(m_.network.peer[source], vc)];
  note({std::min(log.next_after(now_), finish_), kind, group_, local, static_cast<std::uint8_t>(vc)});
}

void Part::book_waiting(std::uint16_t local, unsigned vc) {
  Port& out = base_[local];
  const auto id = static_cast<PortId>(first_port_ + local);
  const std::size_t lane = m_.lane(id, vc);
  Lane& state = m_.lanes[lane];
  while (state.wait_head != no_id) {
    Packet packet = pool_[state.wait_head];
    if (out.peer_port != no_port && !has_credit(id, vc, packet.size))
      return poll_credit(id, local, vc, Kind::credit);
    if (!book(out, lane, packet)) return;
    pool_.pop(state.wait_head);
    out.waiting -= packet.size;
  }
  out.wait_mask = static_cast<std::uint8_t>(out.wait_mask & ~(1u << vc));
}

void Part::serve_output(std::uint16_t local) {
  Port& out = base_[local];
  out.flags = static_cast<std::uint8_t>(out.flags & ~output_wake);
  for (unsigned vc = 0; vc < static_cast<unsigned>(m_.vcs); ++vc)
    if (out.wait_mask >> vc & 1) book_waiting(local, vc);
  admit_blocked(local);
}

/// Lets heads that wait for this output queue in, oldest first, as far as there is room.
void Part::admit_blocked(std::uint16_t local) {
  Port& out = base_[local];
  while (out.blocked_head.port != no_port) {
    const LaneName name = out.blocked_head;
    Port& in = base_[name.port];
    Lane& lane = m_.lanes[m_.lane(first_port_ + name.port, name.vc)];
    Packet packet = pool_[lane.in_head];
    out.blocked_head.port = no_port;  // has_room() lets nobody pass a waiting head
    const bool room = has_room(out, packet.size);
    out.blocked_head = name;
    if (!room) return wake_when_room(out, local, packet.size);
    out.blocked_head = lane.next_blocked;
    lane.next_blocked = {};
    in.blocked_mask = static_cast<std::uint8_t>(in.blocked_mask & ~(1u << name.vc));
    pool_.pop(lane.in_head);
    if (lane.in_head == no_id) in.in_mask = static_cast<std::uint8_t>(in.in_mask & ~(1u << name.vc));
    enter(in, packet, {lane.hop_port, static_cast<std::uint8_t>(lane.hop_vc)}, std::max(now_, in.path_free));
    if ((in.in_mask & ~in.blocked_mask) && !(in.flags & input_wake)) {
      in.flags |= input_wake;
      note({in.path_free, Kind::input, group_, name.port});
    }
  }
}

void Part::block(std::uint16_t in_local, unsigned vc, Hop hop) {
  Port &in = base_[in_local], &out = base_[hop.port];
  Lane& lane = m_.lanes[m_.lane(first_port_ + in_local, vc)];
  lane.hop_port = hop.port, lane.hop_vc = hop.vc;
  in.blocked_mask = static_cast<std::uint8_t>(in.blocked_mask | 1u << vc);
  const LaneName name{in_local, static_cast<std::uint8_t>(vc)};
  if (out.blocked_head.port == no_port)
    out.blocked_head = name;
  else
    m_.lanes[m_.lane(first_port_ + out.blocked_tail.port, out.blocked_tail.vc)].next_blocked = name;
  out.blocked_tail = name;
  if (out.blocked_head.port == in_local && out.blocked_head.vc == vc)
    wake_when_room(out, hop.port, pool_[lane.in_head].size);
}

/// The time at which the wire has made room is known; what waits for credits makes none until they come.
void Part::wake_when_room(Port& out, std::uint16_t local, std::int64_t size) {
  if (out.flags & output_wake) return;
  const std::int64_t spare = m_.switches.output_queue.v - out.waiting - size;
  if (spare < 0 && out.waiting > 0) return;  // a credit or a control comes first, and serves this output
  out.flags |= output_wake;
  const std::int64_t at = spare > 0 ? out.free_at - m_.rates[out.rate].time(spare) + 1 : out.free_at;
  note({std::max(now_ + 1, at), Kind::output, group_, local});
}

}  // namespace ebb
