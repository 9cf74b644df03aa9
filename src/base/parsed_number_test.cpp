#include "base/parsed_number.hpp"

#include <gtest/gtest.h>

#include <cstdint>

namespace ebb::inline base {
namespace {

TEST(ParsedNumber, IsTheWholeText) {
  EXPECT_EQ(parsed_number<int>("-12"), -12);
  EXPECT_EQ(parsed_number<double>("2.5e3"), 2500);
  for (const char* text : {"", " 1", "1 ", "1x", "+1", "0x1", "1.5"})
    EXPECT_FALSE(parsed_number<int>(text)) << text;
}

TEST(ParsedNumber, IsInTheRangeOfItsType) {
  EXPECT_EQ(parsed_number<std::uint32_t>("4294967295"), 4294967295u);
  EXPECT_FALSE(parsed_number<std::uint32_t>("4294967296"));
  EXPECT_FALSE(parsed_number<std::uint32_t>("-1"));
  EXPECT_FALSE(parsed_number<double>("nan"));
}

}  // namespace
}  // namespace ebb::inline base
