// The arrays of an executor for accelerators, on this machine and there.
#pragma once

#include "engine/gpu/packet_state.hpp"
#include "engine/gpu/warp_counters.hpp"
#include "engine/gpu/warp_queues.hpp"

namespace ebb::inline engine {

/// Calls visit(array of a, array of b) for each array that never changes.
template <class Visit>
void for_each_fixed(PacketState& a, PacketState& b, Visit&& visit) {
  visit(a.network.first_port, b.network.first_port), visit(a.network.peer, b.network.peer);
  visit(a.network.owner, b.network.owner);
  visit(a.rates, b.rates), visit(a.crossbar_rates, b.crossbar_rates);
  visit(a.delay, b.delay), visit(a.inputs, b.inputs), visit(a.place, b.place);
}

/// The same for those that show how channels are used.
template <class Visit>
void for_each_use(PacketState& a, PacketState& b, Visit&& visit) {
  visit(a.out, b.out), visit(a.cold, b.cold);
}

/// The same for all that the rules change.
template <class Visit>
void for_each_changing(PacketState& a, PacketState& b, Visit&& visit) {
  for_each_use(a, b, visit);
  visit(a.out_lanes, b.out_lanes), visit(a.in, b.in);
  visit(a.host, b.host), visit(a.more_credit, b.more_credit), visit(a.order.newest, b.order.newest);
}

/// Calls visit() for the arrays of one of the queues, whose size may change.
template <class Visit>
void for_each_entry(FullQueue queue, WarpQueues& a, WarpQueues& b, Visit&& visit) {
  if (queue == FullQueue::packets) visit(a.ring, b.ring);
  if (queue == FullQueue::credits) visit(a.returned, b.returned);
  if (queue == FullQueue::events) visit(a.events, b.events);
  if (queue == FullQueue::pool) visit(a.packets, b.packets), visit(a.packet_links, b.packet_links);
  if (queue == FullQueue::messages) visit(a.messages, b.messages), visit(a.message_links, b.message_links);
  if (queue == FullQueue::arriving) visit(a.arriving, b.arriving);
  if (queue == FullQueue::posted) visit(a.posted, b.posted);
}

/// Calls visit() for the arrays of all queues whose size does not change.
template <class Visit>
void for_each_count(WarpQueues& a, WarpQueues& b, Visit&& visit) {
  visit(a.ends, b.ends);
  visit(a.due, b.due), visit(a.wanted, b.wanted);
  visit(a.event_lists, b.event_lists), visit(a.event_ends, b.event_ends);
  visit(a.packet_ends, b.packet_ends), visit(a.message_ends, b.message_ends);
  visit(a.arriving_used, b.arriving_used), visit(a.posted_count, b.posted_count);
  visit(a.full, b.full);
}

/// The same for all arrays of the queues, without the feed.
template <class Visit>
void for_each_queue(WarpQueues& a, WarpQueues& b, Visit&& visit) {
  for_each_count(a, b, visit);
  for (const FullQueue queue : {FullQueue::packets, FullQueue::credits, FullQueue::events, FullQueue::pool,
                                FullQueue::messages, FullQueue::arriving, FullQueue::posted})
    for_each_entry(queue, a, b, visit);
}

/// The same for the counters that begin with 0.
template <class Visit>
void for_each_sum(WarpCountersView& a, WarpCountersView& b, Visit&& visit) {
  visit(a.sums, b.sums), visit(a.buckets, b.buckets), visit(a.totals, b.totals);
}

/// The same for the least and greatest values.
template <class Visit>
void for_each_extreme(WarpCountersView& a, WarpCountersView& b, Visit&& visit) {
  visit(a.least, b.least), visit(a.greatest, b.greatest), visit(a.greatests, b.greatests);
}

}  // namespace ebb::inline engine
