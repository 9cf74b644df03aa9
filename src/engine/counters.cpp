#include "engine/counters.hpp"

#include <algorithm>
#include <map>

#include "results/dropped_flow.hpp"
#include "results/gap_result.hpp"

namespace ebb::inline engine {

void TransportCounts::merge(const TransportCounts& o) {
  acknowledgements += o.acknowledgements;
  sent_again += o.sent_again, sent_again_payload += o.sent_again_payload;
  in_order_payload += o.in_order_payload;
  repeated += o.repeated, repeated_payload += o.repeated_payload;
  timeouts += o.timeouts, marked += o.marked;
}

void Counts::merge(const Counts& o) {
  events += o.events, hops += o.hops;
  messages_made += o.messages_made, messages_delivered += o.messages_delivered;
  packets_made += o.packets_made, packets_sent += o.packets_sent, packets_delivered += o.packets_delivered;
  payload_made += o.payload_made, payload_sent += o.payload_sent, payload_delivered += o.payload_delivered;
  packets_dropped += o.packets_dropped, payload_dropped += o.payload_dropped;
  messages_lost += o.messages_lost;
  order_seen += o.order_seen, out_of_order += o.out_of_order;
  most_overtaken = std::max(most_overtaken, o.most_overtaken);
  flows_out_of_order += o.flows_out_of_order;
  most_out_of_order = std::max(most_out_of_order, o.most_out_of_order);
  pauses += o.pauses, spread_pauses += o.spread_pauses;
  deepest_pause = std::max(deepest_pause, o.deepest_pause);
  notifications_sent += o.notifications_sent, notifications_received += o.notifications_received;
  cells_in_use += o.cells_in_use, twice_cell_time += o.twice_cell_time;
  changes += o.changes, digest += o.digest;
  transport.merge(o.transport);
  deadlines.in_time += o.deadlines.in_time, deadlines.late += o.deadlines.late;
  deadlines.late_ps += o.deadlines.late_ps;
  deadlines.most_ps = std::max(deadlines.most_ps, o.deadlines.most_ps);
  for (std::size_t i = 0; i < std::size(lanes); ++i) {
    lanes[i].packets += o.lanes[i].packets, lanes[i].bytes += o.lanes[i].bytes;
    lanes[i].network_ps += o.lanes[i].network_ps, lanes[i].packet_ps += o.lanes[i].packet_ps;
  }
}

std::vector<ReasonCount> ReasonCounts::sorted() const {
  std::map<std::string, ReasonCount> by_text;
  for (const Entry& entry : entries_) {
    ReasonCount& sum = by_text[entry.why];
    sum.why = entry.why;
    sum.evaluations += entry.evaluations, sum.changes += entry.changes;
  }
  std::vector<ReasonCount> all;
  for (auto& [text, sum] : by_text) all.push_back(std::move(sum));
  return all;
}

void ReasonCounts::merge(const std::vector<ReasonCount>& others) {
  for (const ReasonCount& other : others) {
    const auto same =
        std::find_if(entries_.begin(), entries_.end(), [&](const Entry& e) { return e.why == other.why; });
    if (same == entries_.end())
      entries_.push_back({nullptr, other.why, other.evaluations, other.changes});
    else
      same->evaluations += other.evaluations, same->changes += other.changes;
  }
}

void Counters::merge(const Counters& other) {
  Counts::merge(other);
  batches.merge(other.batches);
  reasons.merge(other.reasons.sorted());
  drops.merge(other.drops.sorted());
  gaps.merge(other.gaps.list());
}

void Counters::write(ByteWriter& out) const {
  out.put(static_cast<const Counts&>(*this));
  batches.write(out);
  const auto all = reasons.sorted();
  out.put(all.size());
  for (const ReasonCount& one : all) out.put_text(one.why), out.put(one.evaluations), out.put(one.changes);
  out.put_list(drops.sorted());
  out.put_list(gaps.list());
}

Counters Counters::read(ByteReader& in) {
  const auto counts = in.take<Counts>();
  Counters counters(BatchSeries::read(in));
  static_cast<Counts&>(counters) = counts;
  std::vector<ReasonCount> reasons(in.take<std::size_t>());
  for (ReasonCount& one : reasons) {
    one.why = in.take_text();
    one.evaluations = in.take<std::uint64_t>(), one.changes = in.take<std::uint64_t>();
  }
  counters.reasons.merge(reasons);
  counters.drops.merge(in.take_list<DroppedFlow>());
  counters.gaps.merge(in.take_list<GapCount>());
  return counters;
}

}  // namespace ebb::inline engine
