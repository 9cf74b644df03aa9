// A host with virtual lanes. It has a queue of messages for each lane, and its wire is arbitrated like that
// of a switch's output: a lane that lacks credits does not block another.
#pragma once

#include "engine/model/worm/host_packet.hpp"
#include "network/network.hpp"
#include "traffic/traffic.hpp"

namespace ebb::inline engine {

inline constexpr unsigned no_virtual_lane = ~0u;

/// Returns the payload of the next packet of a message.
template <class Context>
std::int64_t next_payload(const Context& context, const QueuedMessage& message) {
  return std::min(message.left, context.state.hosts.packet.v);
}

/// Returns the lanes of a host that have something to send and a credit for it; in `next_credit` when the
/// first of the others will, as far as it is known.
template <class Context>
unsigned lanes_ready(Context& context, HostId h, const Channel& channel, std::int64_t& next_credit) {
  const VirtualLanes& vls = context.state.worms.vls;
  unsigned ready = 0;
  for (unsigned vl = 0; vl < vls.count; ++vl) {
    WormOut& to = context.state.worms.outs[context.lane_of(channel.id, vls.first_vc(vl))];
    const std::uint32_t first = context.state.worms.queue_of(h, vl).head;
    if (to.left == 0 && first == no_id) continue;
    if (to.left == 0 && context.messages()[first].ready > context.now) {  // its adapter does not have it yet
      next_credit = std::min(next_credit, context.messages()[first].ready);
      continue;
    }
    const WormState& worms = context.state.worms;
    const std::int64_t needed =
        worms.whole ? worms.flits_of(next_payload(context, context.messages()[first]) + context.header) : 1;
    const std::int64_t from = credits_of(context, channel.id, to, needed).time_of(needed);
    if (from == INT64_MAX) wait_for_credits(context, channel, vls.first_vc(vl), to);
    if (from <= context.now)
      ready |= 1u << vl;
    else
      next_credit = std::min(next_credit, from);
  }
  return ready;
}

/// Returns the lane that has the wire next. The one whose burst ends now goes on before others, if it can.
template <class Context>
unsigned next_lane(Context& context, const Channel& channel, unsigned ready, bool& goes_on) {
  const WormState& worms = context.state.worms;
  const unsigned owner = worms.vls.lane_of(worms.ports[channel.id].owner);
  const bool in_packet = worms.outs[context.lane_of(channel.id, worms.vls.first_vc(owner))].left > 0;
  goes_on = context.outs[channel.id].free_at == context.now && in_packet && ready >> owner & 1;
  if (goes_on) return owner;
  return ready == 0 ? no_virtual_lane : worms.arbiters[channel.id].next(worms.vls, ready);
}

/// The next flits of a lane leave: of the packet that the host is sending there, or of the next one.
template <class Context>
std::uint32_t send_from_lane(Context& context, HostId h, const Channel& channel, unsigned vl) {
  WormState& worms = context.state.worms;
  const unsigned vc = worms.vls.first_vc(vl);
  WormOut& to = worms.outs[context.lane_of(channel.id, vc)];
  const std::int64_t pace = flit_time(context, context.outs[channel.id].rate);
  if (to.left > 0) {
    const std::int64_t most = std::min<std::int64_t>(to.left, worms.longest_burst);
    const std::uint32_t flits = credits_of(context, channel.id, to, most).gapless(context.now, pace, most);
    go_on_with_packet(context, channel, vc, flits);
    return flits;
  }
  LaneQueue& queue = worms.queue_of(h, vl);
  QueuedMessage& message = context.messages()[queue.head];
  const std::int64_t payload = next_payload(context, message),
                     whole = worms.flits_of(payload + context.header);
  const std::int64_t most = worms.whole ? whole : std::min(whole, worms.longest_burst);
  const std::uint32_t flits = credits_of(context, channel.id, to, most).gapless(context.now, pace, most);
  begin_packet(context, h, channel, vc, message, payload, context.now, flits);
  message.left -= payload, context.state.host[h].backlog -= payload;
  if (message.ready > 0) fetch_next(context, message);
  if (message.left <= 0) context.messages().pop(queue.head);
  return flits;
}

/// Schedules an event for when a host's wire is free and one of its lanes can send, if that is known. Credits
/// only schedule it, so that all credits of one picosecond count, in whatever order they come.
template <class Context>
void wake_host_lanes(Context& context, const Channel& channel) {
  std::int64_t from = INT64_MAX;
  if (lanes_ready(context, context.state.network.host_at(channel.id), channel, from) != 0) from = context.now;
  if (from != INT64_MAX)
    wake_worm_wire(context, channel, std::max({context.now, from, context.outs[channel.id].free_at}));
}

/// Gives the wire of a host to one of its lanes, and schedules an event for when it may go on.
template <class Context>
void serve_host_lanes(Context& context, const Channel& channel) {
  if (context.outs[channel.id].free_at > context.now) return wake_host_lanes(context, channel);
  if (context.controlled && !may_start(context, channel.id, context.now)) return;  // the evaluation wakes it
  const HostId h = context.state.network.host_at(channel.id);
  WormState& worms = context.state.worms;
  bool goes_on = false;
  std::int64_t next_credit = INT64_MAX;
  const unsigned vl = next_lane(context, channel, lanes_ready(context, h, channel, next_credit), goes_on);
  if (vl != no_virtual_lane) {
    const auto flits = static_cast<std::int32_t>(send_from_lane(context, h, channel, vl));
    worms.ports[channel.id].owner = static_cast<std::uint16_t>(worms.vls.first_vc(vl));
    worms.arbiters[channel.id].sent(worms.vls, worms.vls.first_vc(vl), flits, goes_on);
  }
  wake_host_lanes(context, channel);
}

/// Hands a message to a host: it joins the queue of its lane.
template <MovesWorms Context>
void queue_message(Context& context, HostId h, const Message& message) {
  const VirtualLanes& vls = context.state.worms.vls;
  if (!vls.in_use()) return queue_in_order(context, h, message);
  const QueuedMessage queued = offer(context, h, message);
  LaneQueue& queue = context.state.worms.queue_of(h, vls.of_level[message.level % most_service_levels]);
  context.messages().append(queue.head, queue.tail, queued);
  context.state.host[h].backlog += queued.left;
  const Channel channel = channel_at(context, context.state.place[h].local, true);
  if (context.controlled) watch_queue(context, channel);
  serve_host_lanes(context, channel);
}

}  // namespace ebb::inline engine
