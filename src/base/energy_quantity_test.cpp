#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include "base/quantity.hpp"

namespace ebb::inline base {
namespace {

TEST(Energy, ReadsItsUnitsExactly) {
  EXPECT_EQ(parse_energy("3.2pJ")->v, 3.2e-12);
  EXPECT_EQ(parse_energy("4.5048 nJ")->v, 4.5048e-9);
  EXPECT_EQ(parse_energy("0.70fJ")->v, 0.7e-15);
  EXPECT_EQ(parse_energy("-1J")->v, -1.0);
}

TEST(Energy, RefusesWhatIsNoEnergy) {
  for (const char* text : {"", "J", "3.2", "3.2 pj", "1e3J", "inf J", "nan", "1..2J", "3.2pJ/bit"}) {
    const auto energy = parse_energy(text);
    ASSERT_FALSE(energy) << text;
    EXPECT_NE(energy.problems()[0].hint.find("fJ"), std::string::npos);
  }
}

TEST(Energy, PrintsInAUnitThatSuitsIt) {
  EXPECT_EQ(quantity_text(Joules{3.2e-12}), "3.2pJ");
  EXPECT_EQ(quantity_text(Joules{0.7e-15}), "0.7fJ");
  EXPECT_EQ(quantity_text(Joules{0}), "0J");
  EXPECT_EQ(quantity_text(Joules{1500}), "1.5kJ");
}

TEST(Power, ReadsItsUnitsExactly) {
  EXPECT_EQ(parse_power("0.935W")->v, 0.935);
  EXPECT_EQ(parse_power("-70mW")->v, -0.07);
  EXPECT_EQ(parse_power("1.5MW")->v, 1.5e6);
  EXPECT_FALSE(parse_power("100"));
}

RC_GTEST_PROP(Energy, PrintedTextReadsBackTheSame, ()) {
  const int femtojoules = *rc::gen::inRange(1, 1'000'000'000);
  const Joules energy = *parse_energy(std::to_string(femtojoules) + "fJ");
  RC_ASSERT(parse_energy(quantity_text(energy))->v == energy.v);
}

}  // namespace
}  // namespace ebb::inline base
