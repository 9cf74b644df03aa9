#include "engine/gpu/warp_counters.hpp"

#include "statistics/batches.hpp"

namespace ebb::inline engine {

void WarpCounters::open(std::int64_t first, std::int64_t slot_length, std::uint32_t slots) {
  first_ = first / slot_length * slot_length, slot_length_ = slot_length, slots_ = slots;
  sums_.assign(std::size_t{slots} * counted_by_warps::copies * counted_by_warps::sums, 0);
  buckets_.assign(std::size_t{slots} * counted_by_warps::histograms * counted_by_warps::buckets, 0);
  totals_.assign(std::size_t{counted_by_warps::copies} * counted_by_warps::totals, 0);
  least_.assign(std::size_t{slots} * counted_by_warps::histograms, INT64_MAX);
  greatest_.assign(std::size_t{slots} * counted_by_warps::histograms, -1);
  greatests_.assign(counted_by_warps::greatests, 0);
}

WarpCountersView WarpCounters::view() {
  const auto view_of = [](auto& array) { return ArrayView(array.data(), array.size()); };
  return {first_,          slot_length_,       slots_,           view_of(sums_),     view_of(buckets_),
          view_of(least_), view_of(greatest_), view_of(totals_), view_of(greatests_)};
}

std::uint64_t WarpCounters::sum(std::uint32_t slot, counted_by_warps::Sum which) const {
  std::uint64_t sum = 0;
  for (unsigned copy = 0; copy < counted_by_warps::copies; ++copy)
    sum += sums_[(std::size_t{slot} * counted_by_warps::copies + copy) * counted_by_warps::sums + which];
  return sum;
}

std::uint64_t WarpCounters::total(counted_by_warps::Total which) const {
  std::uint64_t sum = 0;
  for (unsigned copy = 0; copy < counted_by_warps::copies; ++copy)
    sum += totals_[std::size_t{copy} * counted_by_warps::totals + which];
  return sum;
}

Histogram WarpCounters::histogram(std::uint32_t slot, unsigned which) const {
  const std::size_t place = std::size_t{slot} * counted_by_warps::histograms + which;
  return Histogram::of(std::span(&buckets_[place * counted_by_warps::buckets], counted_by_warps::buckets),
                       sum(slot, static_cast<counted_by_warps::Sum>(counted_by_warps::latencies + which)),
                       least_[place], greatest_[place]);
}

void WarpCounters::add_to(Counters& counters) const {
  for (std::uint32_t slot = 0; slot < slots_; ++slot) {
    const auto of = [&](counted_by_warps::Sum which) { return sum(slot, which); };
    Batch batch;
    batch.offered = {of(counted_by_warps::packets_made), of(counted_by_warps::wire_made),
                     of(counted_by_warps::payload_made)};
    batch.injected = {of(counted_by_warps::packets_sent), of(counted_by_warps::wire_sent),
                      of(counted_by_warps::payload_sent)};
    batch.delivered = {of(counted_by_warps::packets_delivered), of(counted_by_warps::wire_delivered),
                       of(counted_by_warps::payload_delivered)};
    batch.messages_offered = of(counted_by_warps::messages);
    batch.completed_bytes = of(counted_by_warps::completed_payload);
    const std::uint64_t completed = of(counted_by_warps::messages_delivered);
    counters.messages_made += batch.messages_offered, counters.messages_delivered += completed;
    counters.packets_made += batch.offered.packets, counters.payload_made += batch.offered.payload_bytes;
    counters.packets_sent += batch.injected.packets, counters.payload_sent += batch.injected.payload_bytes;
    counters.packets_delivered += batch.delivered.packets;
    counters.payload_delivered += batch.delivered.payload_bytes;
    if (batch.offered.packets + batch.injected.packets + batch.delivered.packets + completed == 0) continue;
    batch.network_latency = histogram(slot, 0), batch.packet_latency = histogram(slot, 1);
    batch.message_latency = histogram(slot, 2);
    counters.batches.add({first_ + slot * slot_length_}, batch);
  }
  counters.batches.extend_completion({greatests_[counted_by_warps::completion]});
  counters.events += total(counted_by_warps::events), counters.hops += total(counted_by_warps::hops);
  counters.digest += total(counted_by_warps::digest);
  counters.order_seen += total(counted_by_warps::order_seen),
      counters.out_of_order += total(counted_by_warps::out_of_order);
  counters.flows_out_of_order += total(counted_by_warps::flows);
  const auto raise = [&](std::uint64_t& to, counted_by_warps::Greatest which) {
    to = std::max(to, static_cast<std::uint64_t>(greatests_[which]));
  };
  raise(counters.most_overtaken, counted_by_warps::overtaken),
      raise(counters.most_out_of_order, counted_by_warps::of_flow);
  counters.deadlines.in_time += total(counted_by_warps::in_time),
      counters.deadlines.late += total(counted_by_warps::late);
  counters.deadlines.late_ps += total(counted_by_warps::late_ps);
  raise(counters.deadlines.most_ps, counted_by_warps::longest_delay);
}

}  // namespace ebb::inline engine
