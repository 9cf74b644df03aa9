// What warps count: sums by slot of simulated time, in memory that an executor owns. Between two batches of
// windows they are added to the run's counters. Everything is a sum, a least or a greatest value, so the
// order in which warps count does not matter.
#pragma once

#include <algorithm>
#include <cstdint>
#include <vector>

#include "base/accelerator/device.hpp"
#include "base/units.hpp"
#include "engine/counters.hpp"
#include "engine/model/counted.hpp"
#include "engine/storage/array_view.hpp"
#include "statistics/histogram.hpp"

namespace ebb::inline engine {

namespace counted_by_warps {

/// By slot of time.
enum Sum : unsigned {
  messages,
  packets_made,
  wire_made,
  payload_made,
  packets_sent,
  wire_sent,
  payload_sent,
  packets_delivered,
  wire_delivered,
  payload_delivered,
  messages_delivered,
  completed_payload,
  latencies,  ///< of packets in the network, of packets, of messages
  sums = 16
};
/// Of the whole batch of windows. The first ones are counted at every event.
enum Total : unsigned {
  events,
  hops,
  digest,
  order_seen,
  out_of_order,
  flows,
  in_time,
  late,
  late_ps,
  totals = 16
};
/// The greatest values of the whole batch.
enum Greatest : unsigned { overtaken, of_flow, longest_delay, completion, greatests = 4 };

inline constexpr unsigned histograms = 3;
/// What a switch counts at first for itself: the sums of one slot of time, and the first totals.
inline constexpr unsigned own_sums = latencies + histograms, own_totals = order_seen;
inline constexpr unsigned own_extremes =
    own_sums + own_totals;  ///< the least and greatest latency of each histogram
inline constexpr unsigned own_completion = own_extremes + 2 * histograms;
inline constexpr unsigned own_entries = own_completion + 1;
/// Says whether own entry `i` keeps the least of its values, or the greatest; the others are sums.
EBB_DEVICE_INLINE bool keeps_least(unsigned i) {
  return i >= own_extremes && i < own_completion && (i - own_extremes) % 2 == 0;
}
EBB_DEVICE_INLINE bool keeps_greatest(unsigned i) { return i >= own_extremes && !keeps_least(i); }
EBB_DEVICE_INLINE std::uint64_t own_start(unsigned i) {
  return keeps_least(i) ? static_cast<std::uint64_t>(INT64_MAX) : 0;
}
EBB_DEVICE_INLINE std::uint64_t own_merged(unsigned i, std::uint64_t a, std::uint64_t b) {
  if (keeps_least(i)) return a < b ? a : b;
  if (keeps_greatest(i)) return a < b ? b : a;
  return a + b;
}
/// Latencies are below 2^47 ps, 140 s.
inline constexpr std::uint64_t buckets = Histogram::bucket_of(std::uint64_t{1} << 47);
/// Warps add to one of so many copies of the sums, so that they seldom meet at one address.
inline constexpr unsigned copies = 32;

template <class T>
EBB_DEVICE void add(T& to, T more) {
#if defined(__CUDA_ARCH__)
  atomicAdd(reinterpret_cast<unsigned long long*>(&to), static_cast<unsigned long long>(more));
#else
  to += more;
#endif
}
/// Returns the number before it is raised by one.
EBB_DEVICE_INLINE std::uint32_t take_number(std::uint32_t& number) {
#if defined(__CUDA_ARCH__)
  return atomicAdd(&number, 1u);
#else
  return number++;
#endif
}
EBB_DEVICE_INLINE void raise(std::int64_t& to, std::int64_t value) {
  if (value <= to) return;
#if defined(__CUDA_ARCH__)
  atomicMax(reinterpret_cast<long long*>(&to), static_cast<long long>(value));
#else
  to = value;
#endif
}
EBB_DEVICE_INLINE void lower(std::int64_t& to, std::int64_t value) {
  if (value >= to) return;
#if defined(__CUDA_ARCH__)
  atomicMin(reinterpret_cast<long long*>(&to), static_cast<long long>(value));
#else
  to = value;
#endif
}

}  // namespace counted_by_warps

/// What a switch counts in a window, in memory of its own: an addition that others may make at the same time
/// takes longer. Entry i is at first[i * stride]; all are of the slot of time in which the window begins.
struct OwnSums {
  std::uint64_t* first = nullptr;
  std::uint32_t stride = 1;

  EBB_DEVICE std::uint64_t& operator[](unsigned i) const { return first[i * stride]; }
};

/// Where warps count.
struct WarpCountersView {
  std::int64_t first = 0, slot_length = 1;  ///< the slots of time
  std::uint32_t slots = 0;
  ArrayView<std::uint64_t> sums;            ///< [(slot * copies + copy) * sums + Sum]
  ArrayView<std::uint64_t> buckets;         ///< [(slot * histograms + histogram) * buckets + bucket]
  ArrayView<std::int64_t> least, greatest;  ///< [slot * histograms + histogram]
  ArrayView<std::uint64_t> totals;          ///< [copy * totals + Total]
  ArrayView<std::int64_t> greatests;        ///< [Greatest]

  /// Returns the slot of a time that is not before the start of slot `from`, or `slots` where it is too far
  /// ahead.
  EBB_DEVICE std::uint32_t slot_of(std::int64_t at, std::uint32_t from) const {
    std::uint32_t slot = from;
    for (std::int64_t left = at - first - slot * slot_length; left >= slot_length && slot < slots;
         left -= slot_length)
      ++slot;
    return slot;
  }
  EBB_DEVICE std::int64_t end_of(std::uint32_t slot) const {
    return first + (std::int64_t{slot} + 1) * slot_length;
  }
  EBB_DEVICE void add_sum(std::uint32_t slot, unsigned copy, unsigned which, std::uint64_t more) const {
    counted_by_warps::add(
        sums[(std::size_t{slot} * counted_by_warps::copies + copy) * counted_by_warps::sums + which], more);
  }
  EBB_DEVICE void add_total(unsigned copy, unsigned which, std::uint64_t more) const {
    counted_by_warps::add(totals[std::size_t{copy} * counted_by_warps::totals + which], more);
  }
  /// Adds own entry `i` of a slot.
  EBB_DEVICE void add_own(std::uint32_t slot, unsigned copy, unsigned i, std::uint64_t more) const {
    using namespace counted_by_warps;
    if (more == own_start(i)) return;
    if (i < own_sums) return add_sum(slot, copy, i, more);
    if (i < own_extremes) return add_total(copy, i - own_sums, more);
    const auto value = static_cast<std::int64_t>(more);
    if (i == own_completion) return raise(greatests[completion], value);
    const std::size_t place = std::size_t{slot} * histograms + (i - own_extremes) / 2;
    keeps_least(i) ? lower(least[place], value) : raise(greatest[place], value);
  }
  EBB_DEVICE void record(std::uint32_t slot, unsigned histogram, std::int64_t latency) const {
    const std::size_t place = std::size_t{slot} * counted_by_warps::histograms + histogram;
    const auto value = static_cast<std::uint64_t>(latency);
    counted_by_warps::add(buckets[place * counted_by_warps::buckets +
                                  Histogram::bucket_of(value, zeros_above(value | Histogram::per_octave))],
                          std::uint64_t{1});
  }
  EBB_DEVICE void record_extremes(std::uint32_t slot, unsigned histogram, std::int64_t latency) const {
    const std::size_t place = std::size_t{slot} * counted_by_warps::histograms + histogram;
    counted_by_warps::lower(least[place], latency), counted_by_warps::raise(greatest[place], latency);
  }
};

/// The memory of these counters on this machine.
class WarpCounters {
 public:
  /// Begins a batch of windows that starts at `first`: `slots` slots of `slot_length` each, the first one
  /// from a multiple of it on.
  void open(std::int64_t first, std::int64_t slot_length, std::uint32_t slots);
  WarpCountersView view();
  /// Adds everything to the counters.
  void add_to(Counters& counters) const;

 private:
  Histogram histogram(std::uint32_t slot, unsigned which) const;
  std::uint64_t sum(std::uint32_t slot, counted_by_warps::Sum which) const;
  std::uint64_t total(counted_by_warps::Total which) const;

  std::int64_t first_ = 0, slot_length_ = 1;
  std::uint32_t slots_ = 0;
  std::vector<std::uint64_t> sums_, buckets_, totals_;
  std::vector<std::int64_t> least_, greatest_, greatests_;
};

}  // namespace ebb::inline engine
