#include "base/quantity.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include <limits>

namespace ebb::inline base {
namespace {

using testing::HasSubstr;

TEST(Quantity, ReadsTimesExactly) {
  EXPECT_EQ(parse_time("1us")->v, 1'000'000);
  EXPECT_EQ(parse_time("2.5 us")->v, 2'500'000);
  EXPECT_EQ(parse_time("0.001ns")->v, 1);
  EXPECT_EQ(parse_time("-3ps")->v, -3);
  EXPECT_EQ(parse_time("1_000ns")->v, 1'000'000);
  EXPECT_EQ(parse_time("9223372.036854775807s")->v, std::numeric_limits<std::int64_t>::max());
}

TEST(Quantity, ReadsRatesAndSizesExactly) {
  EXPECT_EQ(parse_rate("40Gb/s")->v, 40'000'000'000);
  EXPECT_EQ(parse_rate("1.6Tb/s")->v, 1'600'000'000'000);
  EXPECT_EQ(parse_rate("0b/s")->v, 0);
  EXPECT_EQ(parse_size("64KiB")->v, 65'536);
  EXPECT_EQ(parse_size("1.5kB")->v, 1'500);
  EXPECT_EQ(parse_size("0.5KiB")->v, 512);
}

TEST(Quantity, ReadsTheUnitsThatPeopleType) {
  for (const char* text : {"100Gb/s", "100Gbps", "100 Gbps", "100Gbit/s", "100G", "0.1T"})
    EXPECT_EQ(parse_rate(text)->v, 100'000'000'000) << text;
  EXPECT_EQ(parse_rate("10M")->v, 10'000'000);
  EXPECT_EQ(parse_time("2.5µs")->v, 2'500'000);
  EXPECT_EQ(parse_size("9KB")->v, 9'000);
  EXPECT_EQ(parse_power("1.5kW")->v, 1'500);
  EXPECT_EQ(quantity_text(*parse_rate("400G")), "400Gb/s");
  EXPECT_FALSE(parse_time("1M")) << "a rate's unit is none of a time";
}

TEST(Quantity, RefusesWhatIsNoNumberWithAUnit) {
  for (const char* text : {"", " ", "us", "5", "5 parsecs", "1e3us", "nan us", "infs", "1,5us", "--1us",
                           "0x10us", "1us ", "us1", "١us"}) {
    const auto time = parse_time(text);
    ASSERT_FALSE(time) << text;
    EXPECT_THAT(time.problems()[0].hint, HasSubstr("s, ms, us, ns, ps")) << text;
  }
}

TEST(Quantity, RefusesTwoPointsAndPointsWithoutDigits) {
  for (const char* text : {"1.2.3us", ".us", "-us", "_us", "-.us"}) EXPECT_FALSE(parse_time(text)) << text;
}

TEST(Quantity, RefusesWhatDoesNotFitInsteadOfRounding) {
  for (const char* text : {"0.5ps", "1.0001ns", "9223372.036854775808s", "99999999999999999999ps",
                           "0.00000000000000000000000001s"}) {
    const auto time = parse_time(text);
    ASSERT_FALSE(time) << text;
    EXPECT_THAT(time.problems()[0].what, HasSubstr("out of range, or finer than one ps")) << text;
  }
}

TEST(Quantity, IsPickyAboutCapitalsBecauseTheyMeanSomething) {
  EXPECT_FALSE(parse_rate("40GB/s"));
  EXPECT_FALSE(parse_rate("40gb/s"));
  EXPECT_FALSE(parse_power("5Mw"));
  EXPECT_EQ(parse_power("5mW")->v, 0.005);
  EXPECT_EQ(parse_power("5MW")->v, 5e6);
}

TEST(Quantity, QuotesNoMoreThanTheBeginningOfAnEndlessText) {
  const auto time = parse_time(std::string(1'000'000, '7') + "us");
  ASSERT_FALSE(time);
  EXPECT_LT(time.problems()[0].what.size(), 200u);
}

TEST(Quantity, PrintsInTheLargestUnitThatIsShort) {
  EXPECT_EQ(quantity_text(Picoseconds{2'500'000}), "2.5us");
  EXPECT_EQ(quantity_text(Picoseconds{-2'050'000}), "-2.05us");
  EXPECT_EQ(quantity_text(Picoseconds{0}), "0s");
  EXPECT_EQ(quantity_text(Picoseconds{1}), "1ps");
  EXPECT_EQ(quantity_text(BitsPerSecond{2'500'000'000}), "2.5Gb/s");
  EXPECT_EQ(quantity_text(Bytes{65'536}), "64KiB");
  EXPECT_EQ(quantity_text(Bytes{1'500}), "1.5kB");
  EXPECT_EQ(quantity_text(Watts{100}), "100W");
}

TEST(Quantity, PrintsTheExtremesSoThatTheyReadBack) {
  for (const std::int64_t v :
       {std::numeric_limits<std::int64_t>::min(), std::numeric_limits<std::int64_t>::max()}) {
    EXPECT_EQ(parse_time(quantity_text(Picoseconds{v}))->v, v);
    EXPECT_EQ(parse_rate(quantity_text(BitsPerSecond{v}))->v, v);
    EXPECT_EQ(parse_size(quantity_text(Bytes{v}))->v, v);
  }
  for (const double v : {1e30, -1e-30, 5e-324, std::numeric_limits<double>::max(), 0.1, 1.0 / 3}) {
    EXPECT_EQ(parse_power(quantity_text(Watts{v}))->v, v) << quantity_text(Watts{v});
    EXPECT_EQ(parse_energy(quantity_text(Joules{v}))->v, v) << quantity_text(Joules{v});
  }
}

/// Typical numbers: few digits, times a power of ten.
rc::Gen<std::int64_t> plausible() {
  return rc::gen::map(rc::gen::pair(rc::gen::inRange<std::int64_t>(-99'999, 99'999), rc::gen::inRange(0, 13)),
                      [](std::pair<std::int64_t, int> p) {
                        std::int64_t v = p.first;
                        for (int i = 0; i < p.second; ++i) v *= 10;
                        return v;
                      });
}

RC_GTEST_PROP(Quantity, PrintedWholeUnitsReadBackTheSame, ()) {
  const std::int64_t v = *rc::gen::oneOf(rc::gen::arbitrary<std::int64_t>(), plausible());
  RC_ASSERT(parse_time(quantity_text(Picoseconds{v}))->v == v);
  RC_ASSERT(parse_rate(quantity_text(BitsPerSecond{v}))->v == v);
  RC_ASSERT(parse_size(quantity_text(Bytes{v}))->v == v);
}

RC_GTEST_PROP(Quantity, PrintedWattsReadBackTheSame, ()) {
  const double v = *rc::gen::arbitrary<double>();
  RC_ASSERT(parse_power(quantity_text(Watts{v}))->v == v);
}

RC_GTEST_PROP(Quantity, AnyTextIsReadToAValueThatPrintsOrRefusedWithAHint, ()) {
  const auto text =
      *rc::gen::container<std::string>(rc::gen::elementOf(std::string("0123456789.._-+ smunpe")));
  const auto time = parse_time(text);
  if (time)
    RC_ASSERT(parse_time(quantity_text(*time))->v == time->v);
  else
    RC_ASSERT(!time.problems()[0].hint.empty());
}

}  // namespace
}  // namespace ebb::inline base
