#include "statistics/batches.hpp"

#include <algorithm>
#include <utility>

#include "base/digest.hpp"
#include "base/ensure.hpp"

namespace ebb::inline statistics {

void Flow::merge(const Flow& other) {
  packets += other.packets;
  wire_bytes += other.wire_bytes;
  payload_bytes += other.payload_bytes;
}

void Batch::merge(const Batch& other) {
  offered.merge(other.offered);
  injected.merge(other.injected);
  delivered.merge(other.delivered);
  messages_offered += other.messages_offered;
  completed_bytes += other.completed_bytes;
  network_latency.merge(other.network_latency);
  packet_latency.merge(other.packet_latency);
  message_latency.merge(other.message_latency);
}

void Batch::write(ByteWriter& out) const {
  out.put(offered), out.put(injected), out.put(delivered);
  out.put(messages_offered), out.put(completed_bytes);
  for (const Histogram* h : {&network_latency, &packet_latency, &message_latency}) h->write(out);
}

Batch Batch::read(ByteReader& in) {
  Batch b;
  for (Flow* flow : {&b.offered, &b.injected, &b.delivered}) *flow = in.take<Flow>();
  b.messages_offered = in.take<std::uint64_t>(), b.completed_bytes = in.take<std::uint64_t>();
  for (Histogram* h : {&b.network_latency, &b.packet_latency, &b.message_latency}) *h = Histogram::read(in);
  return b;
}

BatchSeries::BatchSeries(Picoseconds length)
    : length_(length), first_length_(length), batches_(static_cast<std::size_t>(most_batches)) {
  ENSURE(length.v > 0);
}

Batch& BatchSeries::seek(Picoseconds at) {
  ENSURE(at.v >= 0);
  while (at.v / length_.v >= most_batches) fold();
  const std::int64_t index = at.v / length_.v;
  // Going forward, the previous batch stays cached: some of its events are still to come.
  const std::int64_t near = index > 0 && at > near_begin_ ? index - 1 : std::min(index, most_batches - 2);
  near_ = static_cast<std::size_t>(near);
  near_begin_ = length_ * near;
  return batches_[static_cast<std::size_t>(index)];
}

void BatchSeries::fold() {
  ENSURE(length_.v <= INT64_MAX / most_batches / 2);
  const std::size_t half = batches_.size() / 2;
  for (std::size_t i = 0; i < half; ++i) {
    if (i > 0) batches_[i] = std::move(batches_[2 * i]);
    batches_[i].merge(batches_[2 * i + 1]);
  }
  std::fill(batches_.begin() + static_cast<std::ptrdiff_t>(half), batches_.end(), Batch{});
  length_ = length_ * 2;
  near_ = 0;
  near_begin_ = {};
}

void BatchSeries::merge(const BatchSeries& other) {
  ENSURE(first_length_ == other.first_length_);
  while (length_ < other.length_) fold();
  const std::int64_t ratio = length_.v / other.length_.v;
  for (std::size_t i = 0; i < other.batches_.size(); ++i)
    batches_[i / static_cast<std::size_t>(ratio)].merge(other.batches_[i]);
  last_completion_ = std::max(last_completion_, other.last_completion_);
}

void BatchSeries::write(ByteWriter& out) const {
  out.put(first_length_), out.put(length_), out.put(last_completion_);
  for (const Batch& batch : batches_) batch.write(out);
}

BatchSeries BatchSeries::read(ByteReader& in) {
  BatchSeries series(in.take<Picoseconds>());
  series.length_ = in.take<Picoseconds>();
  series.last_completion_ = in.take<Picoseconds>();
  for (Batch& batch : series.batches_) batch = Batch::read(in);
  return series;
}

std::size_t BatchSeries::complete(Picoseconds now) const {
  return static_cast<std::size_t>(std::min(now.v / length_.v, most_batches));
}

Batch BatchSeries::total(std::size_t first, std::size_t end) const {
  Batch sum;
  for (std::size_t i = first; i < end; ++i) sum.merge(batches_[i]);
  return sum;
}

std::uint64_t BatchSeries::digest() const {
  Digest digest;
  digest.add(static_cast<std::uint64_t>(length_.v));
  for (const Batch& batch : batches_) {
    for (const Flow* flow : {&batch.offered, &batch.injected, &batch.delivered})
      digest.add(flow->packets).add(flow->wire_bytes).add(flow->payload_bytes);
    digest.add(batch.messages_offered).add(batch.completed_bytes);
    for (const Histogram* h : {&batch.network_latency, &batch.packet_latency, &batch.message_latency})
      digest.add(h->digest());
  }
  return digest.value();
}

bool BatchSeries::operator==(const BatchSeries& other) const {
  return length_ == other.length_ && last_completion_ == other.last_completion_ && batches_ == other.batches_;
}

}  // namespace ebb::inline statistics
