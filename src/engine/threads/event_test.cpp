#include "engine/threads/event.hpp"

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include <algorithm>
#include <tuple>
#include <vector>

namespace ebb::inline engine {
namespace {

std::uint64_t order(std::int64_t offset, Kind kind, unsigned port, unsigned detail) {
  return Event::make_order(offset, kind, port, detail);
}

TEST(Event, ComesByTimeThenKindThenPortThenDetail) {
  EXPECT_LT(order(1, Kind::notification, 65'535, 255), order(2, Kind::requested, 0, 0));
  EXPECT_LT(order(2, Kind::credit, 65'535, 255), order(2, Kind::packet, 0, 0));
  EXPECT_LT(order(2, Kind::packet, 3, 255), order(2, Kind::packet, 4, 0));
  EXPECT_LT(order(2, Kind::packet, 4, 1), order(2, Kind::packet, 4, 2));
}

TEST(Event, KindsOfOnePicosecondComeInTheirOrder) {
  const Kind kinds[] = {Kind::credit,  Kind::host_credit, Kind::requested,   Kind::apply_level, Kind::status,
                        Kind::control, Kind::input,       Kind::output,      Kind::wire,        Kind::ready,
                        Kind::packet,  Kind::inject,      Kind::notification};
  for (std::size_t i = 1; i < std::size(kinds); ++i)
    EXPECT_LT(order(5, kinds[i - 1], 9, 9), order(5, kinds[i], 0, 0)) << i;
}

RC_GTEST_PROP(Event, OrderHoldsAllThatItWasMadeOf, ()) {
  const auto any = [] {
    const auto offset = *rc::gen::inRange<std::int64_t>(0, std::int64_t{1} << 32);
    const auto kind = static_cast<Kind>(*rc::gen::inRange(0, static_cast<int>(Kind::notification) + 1));
    const auto port = *rc::gen::inRange(0u, 65'536u), detail = *rc::gen::inRange(0u, 256u);
    return std::tuple(offset, kind, port, detail);
  };
  const auto a = any(), b = any();
  const std::uint64_t first = std::apply(order, a), second = std::apply(order, b);
  RC_ASSERT(std::tuple(Event::offset(first), Event::kind(first), unsigned{Event::port(first)},
                       Event::detail(first)) == a);
  RC_ASSERT((first < second) == (a < b));
}

}  // namespace
}  // namespace ebb::inline engine
