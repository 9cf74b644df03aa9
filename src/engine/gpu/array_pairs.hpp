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

/// The same for those that the rules change.
template <class Visit>
void for_each_changing(PacketState& a, PacketState& b, Visit&& visit) {
  visit(a.out, b.out), visit(a.cold, b.cold), visit(a.out_lanes, b.out_lanes), visit(a.in, b.in);
  visit(a.host, b.host), visit(a.more_credit, b.more_credit), visit(a.order.newest, b.order.newest);
}

/// Calls visit() for the arrays that show how full rings and pools are.
template <class Visit>
void for_each_count(WarpQueues& a, WarpQueues& b, Visit&& visit) {
  visit(a.ring_head, b.ring_head), visit(a.ring_tail, b.ring_tail);
  visit(a.credit_head, b.credit_head), visit(a.credit_tail, b.credit_tail);
  visit(a.event_count, b.event_count), visit(a.packet_ends, b.packet_ends);
  visit(a.message_ends, b.message_ends), visit(a.arriving_used, b.arriving_used), visit(a.full, b.full);
}

/// The same for the others, without the feed.
template <class Visit>
void for_each_queue(WarpQueues& a, WarpQueues& b, Visit&& visit) {
  visit(a.ring, b.ring), visit(a.credit, b.credit);
  visit(a.arrived[0], b.arrived[0]), visit(a.arrived[1], b.arrived[1]);
  visit(a.holding, b.holding), visit(a.wanted, b.wanted);
  visit(a.events, b.events), visit(a.pending_at, b.pending_at);
  visit(a.packets, b.packets), visit(a.packet_links, b.packet_links);
  visit(a.messages, b.messages), visit(a.message_links, b.message_links);
  visit(a.arriving, b.arriving);
}

template <class Visit>
void for_each_sum(WarpCountersView& a, WarpCountersView& b, Visit&& visit) {
  visit(a.sums, b.sums), visit(a.buckets, b.buckets), visit(a.least, b.least);
  visit(a.greatest, b.greatest), visit(a.totals, b.totals), visit(a.greatests, b.greatests);
}

}  // namespace ebb::inline engine
