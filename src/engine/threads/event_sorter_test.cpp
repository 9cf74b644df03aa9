#include "engine/threads/event_sorter.hpp"

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include <algorithm>
#include <vector>

namespace ebb::inline engine {
namespace {

/// Events of a window, each with its own number. Where `near` is small, many fall into the same picosecond.
std::vector<Event> some_events(std::size_t count, std::int64_t first, std::int64_t near) {
  std::vector<Event> events(count);
  for (std::size_t i = 0; i < count; ++i) {
    const auto kind = static_cast<Kind>(*rc::gen::inRange(0, static_cast<int>(Kind::notification) + 1));
    const std::int64_t at = first + *rc::gen::inRange<std::int64_t>(0, near);
    events[i] = {Event::make_order(at, kind, *rc::gen::inRange(0u, 4u), 0), 7, static_cast<std::uint32_t>(i)};
  }
  return events;
}

RC_GTEST_PROP(EventSorter, PutsAnyNumberOfEventsInOrderAndLosesNone, ()) {
  const auto length =
      *rc::gen::element<std::int64_t>(1, 63, 64, 65, 40'000, 65'536, 1'000'000'007, 4'294'967'295);
  const auto near = *rc::gen::element<std::int64_t>(1, std::min<std::int64_t>(length, 3), length);
  const auto first = *rc::gen::inRange<std::int64_t>(0, length - near + 1);
  const auto count = *rc::gen::inRange<std::size_t>(1, 120);
  const std::vector<Event> given = some_events(count, first, near);

  std::vector<Event> events = given;
  EventSorter sorter(length);
  const Event* sorted = sorter.sort(events.data(), count);

  std::vector<bool> seen(count);
  for (std::size_t i = 0; i < count; ++i) {
    if (i > 0)
      RC_ASSERT(sorted[i - 1].order <= sorted[i].order);  // RC_ASSERT evaluates both sides of an "or"
    RC_ASSERT(sorted[i].order == given[sorted[i].load].order);
    RC_ASSERT(!seen[sorted[i].load]);
    seen[sorted[i].load] = true;
  }
}

TEST(EventSorter, TakesTheFirstAndTheLastPicosecondOfAnyWindow) {
  for (const std::int64_t length : {2L, 63L, 64L, 65L, 40'000L, 65'536L, 4'294'967'295L, 4'294'967'296L})
    for (std::uint32_t count = 2; count <= 100; ++count) {
      std::vector<Event> events;
      for (std::uint32_t i = 0; i < count; ++i)
        events.push_back({Event::make_order(i % 2 ? 0 : length - 1, Kind::packet, i, 0), 0, i});
      EventSorter sorter(length);
      const Event* sorted = sorter.sort(events.data(), count);
      for (std::uint32_t i = 0; i < count; ++i)  // the odd ones, then the even ones
        ASSERT_EQ(sorted[i].load, i < count / 2 ? 2 * i + 1 : 2 * (i - count / 2)) << length << ' ' << count;
    }
}

}  // namespace
}  // namespace ebb::inline engine
