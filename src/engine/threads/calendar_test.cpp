#include "engine/threads/calendar.hpp"

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include <map>
#include <set>
#include <utility>

namespace ebb::inline engine {
namespace {

constexpr std::uint64_t none = ~std::uint64_t{0};
constexpr std::int64_t length = 140'000;  // of a window

/// One record of each type; the number identifies it.
enum class Type { packet, held, notification, timed_event };
constexpr Type types[] = {Type::packet, Type::held, Type::notification, Type::timed_event};
using Name = std::pair<Type, std::uint32_t>;

void add(Calendar& calendar, Type type, std::int64_t at, std::uint32_t number) {
  Packet packet;
  packet.at = at, packet.tag = number, packet.switch_id = 3, packet.port = 7, packet.vc = 1;
  DeliveryNotification notification;
  notification.at = at, notification.tag = number, notification.switch_id = 3, notification.port = 7;
  switch (type) {
    case Type::packet:
      return calendar.add(packet);
    case Type::held:
      return calendar.add(HeldPacket{packet});
    case Type::notification:
      return calendar.add(notification);
    case Type::timed_event:
      return calendar.add(TimedEvent{at, 3, 7, Kind::credit, 1, number});
  }
}

/// Returns each record of the calendar's current window and its time. The storage goes back.
std::multimap<std::int64_t, Name> take(Calendar& calendar) {
  std::multimap<std::int64_t, Name> taken;
  Slot slot;
  Bag<DeliveryNotification> notified;
  calendar.take(slot, notified);
  for (const Event& e : slot.events) {
    const Kind kind = Event::kind(e.order);
    const std::int64_t at = calendar.start() + Event::offset(e.order);
    EXPECT_EQ(e.switch_id, 3u);
    EXPECT_EQ(Event::port(e.order), 7);
    if (kind == Kind::notification) {
      EXPECT_EQ(notified[e.load].at, at);
      taken.emplace(at, Name{Type::notification, notified[e.load].tag});
    } else if (kind == Kind::credit) {
      EXPECT_EQ(Event::detail(e.order), 1u);
      taken.emplace(at, Name{Type::timed_event, e.load});
    } else {
      EXPECT_EQ(slot.packets[e.load].at, at);
      taken.emplace(at, Name{kind == Kind::ready ? Type::held : Type::packet, slot.packets[e.load].tag});
    }
  }
  calendar.give_back(slot, notified);
  return taken;
}

/// Returns all filed records; a record visited twice is in it twice.
std::multiset<Name> all_in(const Calendar& calendar) {
  std::multiset<Name> seen;
  calendar.for_each_packet([&](const Packet& p, Kind kind) {
    seen.insert({kind == Kind::ready ? Type::held : Type::packet, p.tag});
  });
  calendar.for_each_notification([&](const DeliveryNotification& n) {
    seen.insert({Type::notification, n.tag});
  });
  calendar.for_each_timed_event([&](const TimedEvent& n) { seen.insert({Type::timed_event, n.amount}); });
  return seen;
}

/// Advances to the next window with a record and takes it. On the way, coarse slots are distributed.
std::multimap<std::int64_t, Name> take_next(Calendar& calendar) {
  for (std::uint64_t last = 0;; ++last) {
    const std::uint64_t window = calendar.next_window();
    if (window == none) return {};
    EXPECT_GE(window, last);
    last = window;
    calendar.advance_to(window);
    if (auto taken = take(calendar); !taken.empty()) return taken;
  }
}

class EachType : public testing::TestWithParam<Type> {};
INSTANTIATE_TEST_SUITE_P(Calendar, EachType, testing::ValuesIn(types));

TEST_P(EachType, ComesOutInItsWindowHoweverFarAhead) {
  // The last near window, the first and the last coarse one, the first far one, and whole turns of the coarse
  // slots.
  for (const std::int64_t window :
       {0, 1, 255, 256, 257, 511, 512, 65'279, 65'280, 65'535, 65'536, 65'537, 131'072, 200'000}) {
    Calendar calendar(length);
    const std::int64_t at = window * length + 17;
    add(calendar, GetParam(), at, 5);
    const auto taken = take_next(calendar);
    ASSERT_EQ(taken.size(), 1u) << window;
    EXPECT_EQ(*taken.begin(), (std::pair<const std::int64_t, Name>{at, {GetParam(), 5}})) << window;
    EXPECT_EQ(calendar.start(), window * length);
    EXPECT_EQ(calendar.next_window(), none);
  }
}

TEST_P(EachType, FiledFromTheMiddleOfARoundComesOutInItsWindow) {
  for (const std::int64_t ahead : {0, 1, 255, 256, 65'279, 65'280, 65'535, 65'536, 70'000}) {
    Calendar calendar(length);
    calendar.advance_to(1000);
    const std::int64_t at = (1000 + ahead) * length + length - 1;  // the last picosecond of the window
    add(calendar, GetParam(), at, 5);
    const auto taken = take_next(calendar);
    ASSERT_EQ(taken.size(), 1u) << ahead;
    EXPECT_EQ(taken.begin()->first, at);
    EXPECT_EQ(calendar.finish(), at + 1);
  }
}

TEST(Calendar, WithoutAnythingHasNoNextWindow) {
  Calendar calendar(length);
  EXPECT_EQ(calendar.next_window(), none);
  add(calendar, Type::timed_event, 5, 1);
  EXPECT_EQ(calendar.next_window(), 0u);
  take(calendar);
  EXPECT_EQ(calendar.next_window(), none);
}

TEST(Calendar, NextWindowIsTheEdgeOfTheRoundWhileSomethingLaterIsFiled) {
  Calendar calendar(length);
  add(calendar, Type::packet, 1000 * length, 1);
  EXPECT_EQ(calendar.next_window(), 256u);
  add(calendar, Type::packet, 100 * length, 2);
  EXPECT_EQ(calendar.next_window(), 100u);
  calendar.advance_to(100);
  take(calendar);
  add(calendar, Type::packet, 300 * length, 3);  // near by now, but the edge comes first
  EXPECT_EQ(calendar.next_window(), 256u);
}

TEST(Calendar, TakesMoreForTheCurrentWindowAfterItWasTaken) {
  Calendar calendar(length);
  add(calendar, Type::packet, 10, 1);
  EXPECT_EQ(take(calendar).size(), 1u);
  add(calendar, Type::packet, 20, 2);
  EXPECT_EQ(calendar.next_window(), 0u);
  EXPECT_EQ(take(calendar).begin()->second, Name(Type::packet, 2));
}

TEST(Calendar, GivesLargeStorageToWindowsWithManyPacketsOnly) {
  Calendar calendar(length);
  for (std::int64_t window = 0; window < 1000; ++window) {
    const bool many = window % 10 == 0;
    for (std::uint32_t i = 0; i < (many ? 1000u : 10u); ++i) {
      add(calendar, Type::packet, window * length, i);
      add(calendar, Type::notification, window * length, i);
    }
    calendar.advance_to(static_cast<std::uint64_t>(window));
    Slot slot;
    Bag<DeliveryNotification> notified;
    calendar.take(slot, notified);
    EXPECT_EQ(slot.packets.size(), many ? 1000u : 10u);
    EXPECT_LE(slot.packets.capacity(), 4 * slot.packets.size());
    EXPECT_LE(notified.capacity(), 4 * notified.size());
    calendar.give_back(slot, notified);
  }
}

TEST(Calendar, ShowsEverythingOnceNearAndFar) {
  Calendar calendar(length);
  std::multiset<Name> filed;
  std::uint32_t number = 0;
  for (const std::int64_t window : {0, 255, 256, 300, 65'535, 65'536, 100'000})
    for (const Type type : types) {
      add(calendar, type, window * length, ++number);
      filed.insert({type, number});
    }
  EXPECT_EQ(all_in(calendar), filed);
  for (const Type type : types) filed.erase({type, 1 + static_cast<std::uint32_t>(type)});
  take(calendar);
  EXPECT_EQ(all_in(calendar), filed);
}

TEST(Calendar, PlacesTimesOfAnyWindowLength) {
  for (const std::int64_t odd : {1, 2, 3, 7, 139'999, 1'000'000}) {
    Calendar calendar(odd);
    for (const std::int64_t at : {odd - 1, odd, 2 * odd - 1, 255 * odd, 5000 * odd + odd / 2})
      add(calendar, Type::timed_event, at, 1);
    std::multiset<std::int64_t> out;
    for (auto taken = take_next(calendar); !taken.empty(); taken = take_next(calendar))
      for (const auto& [at, name] : taken) out.insert(at);
    EXPECT_EQ(out, (std::multiset<std::int64_t>{odd - 1, odd, 2 * odd - 1, 255 * odd, 5000 * odd + odd / 2}));
  }
}

/// Mostly near, sometimes coarse or far.
std::int64_t any_distance() {
  return *rc::gen::weightedOneOf<std::int64_t>(
      {{6, rc::gen::inRange<std::int64_t>(0, 300 * length)},
       {2, rc::gen::inRange<std::int64_t>(250 * length, 1200 * length)},
       {1, rc::gen::inRange<std::int64_t>(65'000 * length, 140'000 * length)}});
}

using Model = std::multimap<std::int64_t, Name>;

void file_some(Calendar& calendar, Model& model, std::uint32_t& number) {
  for (int more = *rc::gen::inRange(0, 4); more > 0; --more) {
    const Type type = *rc::gen::element(Type::packet, Type::held, Type::notification, Type::timed_event);
    const std::int64_t at = calendar.start() + any_distance();
    add(calendar, type, at, ++number);
    model.emplace(at, Name{type, number});
  }
  std::multiset<Name> filed;
  for (const auto& [at, name] : model) filed.insert(name);
  RC_ASSERT(all_in(calendar) == filed);
}

/// Advances to the next window. It skips nothing and never goes back.
void go_on(Calendar& calendar, Model& model) {
  const std::uint64_t window = calendar.next_window();
  RC_ASSERT((window == none) == model.empty());
  if (model.empty()) return;
  RC_ASSERT(window >= static_cast<std::uint64_t>(calendar.start() / length));
  RC_ASSERT(window <= static_cast<std::uint64_t>(model.begin()->first / length));
  calendar.advance_to(window);
  const auto end = model.lower_bound(calendar.finish());
  RC_ASSERT(take(calendar) == Model(model.begin(), end));
  model.erase(model.begin(), end);
}

RC_GTEST_PROP(Calendar, IsAMultimapByTime, ()) {
  Calendar calendar(length);
  Model model;
  std::uint32_t number = 0;
  for (int steps = *rc::gen::inRange(0, 40); steps > 0; --steps) {
    file_some(calendar, model, number);
    go_on(calendar, model);
  }
  while (!model.empty()) go_on(calendar, model);
  RC_ASSERT(calendar.next_window() == none);
}

}  // namespace
}  // namespace ebb::inline engine
