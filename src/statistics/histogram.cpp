#include "statistics/histogram.hpp"

#include <algorithm>

#include "base/digest.hpp"
#include "base/ensure.hpp"

namespace ebb::inline statistics {

void Histogram::widen(std::uint64_t first_bucket, std::uint64_t end) {
  if (counters_.empty()) first_bucket_ = first_bucket;
  if (first_bucket < first_bucket_) {
    counters_.insert(counters_.begin(), first_bucket_ - first_bucket, 0);
    first_bucket_ = first_bucket;
  }
  if (end > end_bucket()) counters_.resize(end - first_bucket_, 0);
}

std::uint64_t Histogram::make_room_for(Picoseconds latency) {
  ENSURE(latency.v >= 0);  // a negative value is never in the span, so the check costs record() nothing
  const std::uint64_t bucket = bucket_of(static_cast<std::uint64_t>(latency.v));
  const std::uint64_t octave = bucket & ~(per_octave - 1);
  widen(octave, octave + per_octave);
  return bucket - first_bucket_;
}

Histogram Histogram::of(std::span<const std::uint64_t> buckets, unsigned __int128 sum, std::int64_t least,
                        std::int64_t greatest) {
  Histogram histogram;
  for (std::uint64_t bucket = 0; bucket < buckets.size(); ++bucket) {
    if (buckets[bucket] == 0) continue;
    const std::uint64_t octave = bucket & ~(per_octave - 1);
    histogram.widen(octave, octave + per_octave);
    histogram.counters_[bucket - histogram.first_bucket_] = buckets[bucket];
    histogram.count_ += buckets[bucket];
  }
  if (histogram.empty()) return histogram;
  histogram.sum_ = sum, histogram.least_ = least, histogram.greatest_ = greatest;
  return histogram;
}

void Histogram::merge(const Histogram& other) {
  if (other.empty()) return;
  widen(other.first_bucket_, other.end_bucket());
  const std::uint64_t offset = other.first_bucket_ - first_bucket_;
  for (std::size_t i = 0; i < other.counters_.size(); ++i) counters_[offset + i] += other.counters_[i];
  count_ += other.count_;
  sum_ += other.sum_;
  least_ = std::min(least_, other.least_);
  greatest_ = std::max(greatest_, other.greatest_);
}

void Histogram::write(ByteWriter& out) const {
  out.put_list(counters_);
  out.put(first_bucket_), out.put(count_), out.put(least_), out.put(greatest_), out.put(sum_);
}

Histogram Histogram::read(ByteReader& in) {
  Histogram h;
  h.counters_ = in.take_list<std::uint64_t>();
  h.first_bucket_ = in.take<std::uint64_t>(), h.count_ = in.take<std::uint64_t>();
  h.least_ = in.take<std::int64_t>(), h.greatest_ = in.take<std::int64_t>();
  h.sum_ = in.take<unsigned __int128>();
  return h;
}

void Histogram::clear() { *this = Histogram{}; }

Histogram::Place Histogram::place_of(double percent) const {
  ENSURE(percent >= 0 && percent <= 100);
  const auto millionths = static_cast<std::uint64_t>(percent * 10'000 + 0.5);
  const unsigned __int128 scaled = static_cast<unsigned __int128>(count_) * millionths + 999'999;
  const auto rank = std::max<std::uint64_t>(1, static_cast<std::uint64_t>(scaled / 1'000'000));
  std::uint64_t seen = 0;
  std::size_t slot = 0;
  while (seen + counters_[slot] < rank) seen += counters_[slot++];
  return {slot, rank - 1 - seen, counters_[slot]};
}

Picoseconds Histogram::percentile(double percent) const {
  if (empty()) return {};
  const std::uint64_t bucket = first_bucket_ + place_of(percent).slot;
  return {std::min(static_cast<std::int64_t>(greatest_in(bucket)), greatest_)};
}

double Histogram::interpolated_percentile_ps(double percent) const {
  if (empty()) return 0;
  const Place place = place_of(percent);
  const std::uint64_t bucket = first_bucket_ + place.slot;
  const auto low = std::max(bucket > 0 ? static_cast<std::int64_t>(greatest_in(bucket - 1)) + 1 : 0, least_);
  const auto high = std::min(static_cast<std::int64_t>(greatest_in(bucket)), greatest_);
  const double share = (static_cast<double>(place.before) + 0.5) / static_cast<double>(place.in_bucket);
  return static_cast<double>(low) + share * static_cast<double>(high - low);
}

std::uint64_t Histogram::count_up_to(Picoseconds value) const {
  const std::uint64_t bucket = bucket_of(static_cast<std::uint64_t>(value.v));
  std::uint64_t count = 0;
  for (std::size_t slot = 0; slot < counters_.size() && first_bucket_ + slot <= bucket; ++slot)
    count += counters_[slot];
  return count;
}

std::uint64_t Histogram::digest() const {
  Digest digest;
  digest.add(count_).add(static_cast<std::uint64_t>(sum_)).add(static_cast<std::uint64_t>(sum_ >> 64));
  digest.add(static_cast<std::uint64_t>(min().v)).add(static_cast<std::uint64_t>(max().v));
  for (std::size_t i = 0; i < counters_.size(); ++i)
    if (counters_[i] > 0) digest.add(first_bucket_ + i).add(counters_[i]);
  return digest.value();
}

}  // namespace ebb::inline statistics
