// Congestion points and their notifications (802.1Qau). Every output queue is sampled when so many bytes have
// entered it. If it is too long, a notification goes back to the switch of the packet's source, hop by hop as
// the tables say. It waits for the packet on each wire, as the highest class would, but takes no time on it:
// it is a frame of 64 bytes for some 20,000 others.
#pragma once

#include "base/ensure.hpp"
#include "engine/model/executor_verbs.hpp"
#include "engine/model/outlook.hpp"
#include "network/network.hpp"
#include "routing/route.hpp"
#include "routing/tables/congestion_notification.hpp"

namespace ebb::inline engine {

/// More switches than a notification passes on any path.
inline constexpr unsigned most_notification_hops = 250;

/// The packet enters an output queue. When it is time, the queue is sampled.
template <class Context>
void sample_queue(Context& context, Hop hop, const Packet& packet) {
  const CongestionNotification& settings = context.state.ethernet.congestion.settings;
  CongestionPoint& point =
      context.state.ethernet.congestion.points[context.lane_of(context.first_port + hop.port, hop.vc)];
  point.left -= packet.size;
  if (point.left > 0) return;
  const std::int64_t queue = context.length_of(hop) + packet.size;
  const std::int64_t excess = feedback(settings, queue, point.before);
  const std::uint64_t bits = mix_bits(static_cast<std::uint64_t>(packet.entered) ^ packet.source);
  point.before = static_cast<std::int32_t>(queue);
  point.left = static_cast<std::int32_t>(next_sample(settings, excess, bits));
  if (excess == 0) return;
  context.count(CongestionNotified{});
  context.schedule(
      notification_event(context.now, context.id, settings.group_of[packet.route.to], 0, packet.source));
}

/// A notification is at the switch at hand. The switch of its source applies it for a while. Any other switch
/// forwards it; it is at the next switch when its last byte is through the pipeline there.
template <class Context, class Routing>
void pass_congestion_notification(Context& context, const Routing& routing, HostId source,
                                  std::uint16_t group, unsigned hops) {
  const HostPlace home = context.state.place[source];
  if (home.at == context.id) {
    std::int64_t& until = context.state.ethernet.congestion.notified_until(context.id, group);
    until = std::max(until, context.now + context.state.ethernet.congestion.settings.hold);
    return context.count(CongestionNotificationReceived{});
  }
  ENSURE(hops < most_notification_hops);
  Route back{.to = home.at, .out = home.local, .hops = 1};  // a switch has made it: it takes no detour
  const Outlook<Context> depth{context, notification_bytes,
                               context.state.ethernet.congestion.first_cable[context.id]};
  const OutPort& out = context.out[routing.route(context.id, back, depth, source).port];
  const std::int64_t time = context.rates[out.rate].time(notification_bytes);
  const std::int64_t there =
      std::max(context.now, out.free_at) + time + context.delay[out.link] + context.pipeline;
  context.schedule(notification_event(there, out.peer_switch, group, hops + 1, source));
}

}  // namespace ebb::inline engine
