// Sorts the events of a switch within a window. Their order is random, so a sort that branches on comparisons
// suffers one misprediction per event, which takes longer than the rest of the sort.
#pragma once

#include <array>
#include <cstdint>

#include "engine/threads/event.hpp"

namespace ebb::inline engine {

/// The fastest sort for two or three events, the usual number at low load, and for nearly sorted ones.
inline void sort_by_insertion(Event* first, Event* last) {
  for (Event* i = first + 1; i < last; ++i) {
    const Event event = *i;
    Event* j = i;
    for (; j > first && event.order < j[-1].order; --j) *j = j[-1];
    *j = event;
  }
}

class EventSorter {
 public:
  explicit EventSorter(std::int64_t window_length);

  /// Returns the sorted events: in place, or in the sorter's storage until the next call. The sort is not
  /// stable.
  Event* sort(Event* events, std::size_t count) {
    if (count > few) return sort_several(events, count);
    return sort_by_insertion(events, events + count), events;
  }

 private:
  static constexpr std::size_t few = 3, some = 10, dozens = 96;
  Event* sort_several(Event* events, std::size_t count);
  void sort_some(const Event* events, std::size_t count);
  void sort_dozens(const Event* events, std::size_t count);

  const unsigned drop_;  ///< an order shifted right by this is the number of its slice of the window
  alignas(64) std::array<Event, dozens> sorted_;
};

}  // namespace ebb::inline engine
