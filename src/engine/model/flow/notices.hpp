// Congestion points and their notices (802.1Qau). Every output queue is sampled when so many bytes have
// entered it. If it is too long, a notice goes back to the switch of the packet's source, hop by hop as the
// tables say. It waits for the packet on each wire, as the highest class would, but takes no time on it: a
// frame of 64 bytes for some 20,000 others.
#pragma once

#include "base/ensure.hpp"
#include "engine/model/executor_verbs.hpp"
#include "engine/model/outlook.hpp"

namespace ebb::inline engine {

/// More switches than a notice passes on any way.
inline constexpr unsigned most_notice_hops = 250;

/// The packet enters an output queue. When it is time, the queue is sampled.
template <class Here>
void sample_queue(Here& at, Hop hop, const Packet& packet) {
  const NoticeSettings& settings = at.state.notices;
  CongestionPoint& point = at.state.points[at.lane_of(at.first_port + hop.port, hop.vc)];
  point.left -= packet.size;
  if (point.left > 0) return;
  const std::int64_t queue = at.depth_of(hop) + packet.size;
  const std::int64_t excess = feedback(settings, queue, point.before);
  const std::uint64_t bits = mix_bits(static_cast<std::uint64_t>(packet.entered) ^ packet.source);
  point.before = static_cast<std::int32_t>(queue);
  point.left = static_cast<std::int32_t>(next_sample(settings, excess, bits));
  if (excess == 0) return;
  at.count(NoticeSent{});
  at.later(notice_note(at.now, at.id, settings.group_of[packet.route.to], 0, packet.source));
}

/// A notice is at the switch at hand. The switch of its source believes it for a while. Any other sends it
/// on; it is at the next switch when its last byte is through the pipeline there.
template <class Here, class Routing>
void pass_notice(Here& at, const Routing& routing, HostId source, std::uint16_t group, unsigned hops) {
  const HostPlace home = at.state.place[source];
  if (home.at == at.id) {
    std::int64_t& until = at.state.notified_until(at.id, group);
    until = std::max(until, at.now + at.state.notices.hold);
    return at.count(NoticeHeard{});
  }
  ENSURE(hops < most_notice_hops);
  Route back{.to = home.at, .out = home.local, .hops = 1};  // a switch has made it: it takes no detour
  const Outlook<Here> depth{at, notice_bytes, at.state.first_cable[at.id]};
  const OutPort& out = at.out[routing.route(at.id, back, depth, source).port];
  const std::int64_t time = at.rates[out.rate].time(notice_bytes);
  const std::int64_t there = std::max(at.now, out.free_at) + time + at.delay[out.link] + at.pipeline;
  at.later(notice_note(there, out.peer_switch, group, hops + 1, source));
}

}  // namespace ebb::inline engine
