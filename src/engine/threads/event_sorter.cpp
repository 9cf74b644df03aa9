#include "engine/threads/event_sorter.hpp"

#include <algorithm>
#include <bit>
#include <cstring>

#include "base/ensure.hpp"

namespace ebb::inline engine {
namespace {

constexpr unsigned slice_bits = 6;  // a window has up to 64 slices
constexpr std::uint64_t in_each_byte = 0x0101010101010101;

}  // namespace

EventSorter::EventSorter(std::int64_t window_length)
    : drop_([&] {
        ENSURE(0 < window_length && window_length <= std::int64_t{1} << 32);
        const auto last = static_cast<std::uint64_t>(window_length - 1);
        return 32 + std::max(static_cast<unsigned>(std::bit_width(last)), slice_bits) - slice_bits;
      }()) {}

/// The position of an event is the number of events before it. Counting them needs no branch.
void EventSorter::sort_some(const Event* events, std::size_t count) {
  std::uint32_t place[some];
  for (std::size_t i = 0; i < count; ++i) {
    std::uint32_t before = 0;
    for (std::size_t j = 0; j < i; ++j) {
      const bool is_before = events[j].order <= events[i].order;
      before += is_before;
      place[j] += !is_before;
    }
    place[i] = before;
  }
  for (std::size_t i = 0; i < count; ++i) sorted_[place[i]] = events[i];
}

/// Distributes events by slices of the window, so that few of them move afterwards. A prefix sum covers eight
/// byte counters at once: multiplied by a one in each byte, each byte becomes the sum of those up to it.
void EventSorter::sort_dozens(const Event* events, std::size_t count) {
  static_assert(std::endian::native == std::endian::little && dozens < 256);
  alignas(64) std::array<std::uint8_t, 1u << slice_bits> begins{};
  for (std::size_t i = 0; i < count; ++i) ++begins[events[i].order >> drop_];
  std::uint64_t before = 0;
  for (std::size_t i = 0; i < begins.size(); i += 8) {
    std::uint64_t numbers;
    std::memcpy(&numbers, &begins[i], 8);
    const std::uint64_t ends = (numbers + before) * in_each_byte;
    numbers = ends << 8 | before;
    std::memcpy(&begins[i], &numbers, 8);
    before = ends >> 56;
  }
  for (std::size_t i = 0; i < count; ++i) sorted_[begins[events[i].order >> drop_]++] = events[i];
  sort_by_insertion(sorted_.data(), sorted_.data() + count);
}

Event* EventSorter::sort_several(Event* events, std::size_t count) {
  if (count > dozens) {
    std::sort(events, events + count, [](const Event& a, const Event& b) { return a.order < b.order; });
    return events;
  }
  if (count > some)
    sort_dozens(events, count);
  else
    sort_some(events, count);
  return sorted_.data();
}

}  // namespace ebb::inline engine
