// Latencies in whole picoseconds, counted in buckets that are exact below 256 ps and at most 1/128 (0.79 %)
// of their value wide above, for any time from 0 to the largest one. Count, sum, least and greatest are
// exact. Two histograms merge to the same bits in any order.
//
// Counters exist only for the octaves between the least and the greatest value: 1 KiB each. Latencies between
// 1 us and 100 us take 8 KiB, so that each batch of a run can afford its own. As that span follows from the
// values alone, equal samples have equal bytes, however they were recorded or merged.
#pragma once

#include <bit>
#include <cstdint>
#include <span>
#include <vector>

#include "base/bytes.hpp"
#include "base/units.hpp"

namespace ebb::inline statistics {

class Histogram {
 public:
  static constexpr int resolution_bits = 7;
  static constexpr std::uint64_t per_octave = 1u << resolution_bits;

  void record(Picoseconds latency) {
    const auto value = static_cast<std::uint64_t>(latency.v);
    std::uint64_t slot = bucket_of(value) - first_bucket_;
    if (slot >= counters_.size()) [[unlikely]]
      slot = make_room_for(latency);
    ++counters_[slot];
    ++count_;
    sum_ += value;
    if (latency.v < least_) least_ = latency.v;
    if (latency.v > greatest_) greatest_ = latency.v;
  }

  /// Makes a histogram of counts by bucket, from the first bucket on, with the exact figures of the values.
  static Histogram of(std::span<const std::uint64_t> buckets, unsigned __int128 sum, std::int64_t least,
                      std::int64_t greatest);

  void merge(const Histogram& other);
  void clear();
  /// Serialisation, for another process.
  void write(ByteWriter& out) const;
  static Histogram read(ByteReader& in);

  std::uint64_t count() const { return count_; }
  bool empty() const { return count_ == 0; }
  /// In picoseconds; 128 bits, because 10^10 samples of 10^13 ps do not fit into 64.
  unsigned __int128 sum() const { return sum_; }
  /// Least, greatest, mean and percentiles of an empty histogram are 0.
  Picoseconds min() const { return {empty() ? 0 : least_}; }
  Picoseconds max() const { return {empty() ? 0 : greatest_}; }
  double mean_ps() const { return empty() ? 0 : static_cast<double>(sum_) / static_cast<double>(count_); }

  /// The smallest recorded value that at least `percent` % of all values do not exceed, rounded up to the
  /// greatest value of its bucket, but never above max(): never less than the true percentile, at most 1/128
  /// of it more. `percent` counts in steps of 0.0001.
  Picoseconds percentile(double percent) const;

  /// The same in picoseconds, as if the values of its bucket were spread evenly: closer to the truth, but on
  /// either side of it. For comparing two samples, where steps of 1/128 would show.
  double interpolated_percentile_ps(double percent) const;

  /// Returns how many values are in the bucket of this one or below.
  std::uint64_t count_up_to(Picoseconds value) const;

  /// Returns a hash of the contents: the same for the same samples, in whatever order they came.
  std::uint64_t digest() const;

  bool operator==(const Histogram&) const = default;

  /// Buckets are numbered through by value. With s = how far a value must be shifted right to have 8 bits,
  /// its bucket is 128 s + (value >> s): each octave above the first 256 values fills the next 128 buckets.
  static constexpr std::uint64_t bucket_of(std::uint64_t value) {
    return bucket_of(value, std::countl_zero(value | per_octave));
  }
  /// The same where the zeros above the highest bit of `value | per_octave` are known.
  static constexpr std::uint64_t bucket_of(std::uint64_t value, int zeros) {
    const int shift = 63 - resolution_bits - zeros;
    return (static_cast<std::uint64_t>(shift) << resolution_bits) + (value >> shift);
  }
  static constexpr std::uint64_t greatest_in(std::uint64_t bucket) {
    if (bucket < 2 * per_octave) return bucket;
    const std::uint64_t shift = (bucket >> resolution_bits) - 1;
    return (((bucket & (per_octave - 1)) + per_octave + 1) << shift) - 1;
  }

 private:
  /// The bucket of a percentile: its index among the counters, how many values are before the percentile in
  /// that bucket, and how many are in all of it.
  struct Place {
    std::size_t slot = 0;
    std::uint64_t before = 0, in_bucket = 1;
  };
  Place place_of(double percent) const;
  /// Widens the span of octaves so that it holds the value, and returns the value's place in it.
  std::uint64_t make_room_for(Picoseconds latency);
  void widen(std::uint64_t first_bucket, std::uint64_t end_bucket);
  std::uint64_t end_bucket() const { return first_bucket_ + counters_.size(); }

  std::vector<std::uint64_t> counters_;  ///< whole octaves, the first one from first_bucket_ on
  std::uint64_t first_bucket_ = 0, count_ = 0;
  std::int64_t least_ = INT64_MAX, greatest_ = -1;
  unsigned __int128 sum_ = 0;
};

}  // namespace ebb::inline statistics
