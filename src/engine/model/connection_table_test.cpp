#include "engine/model/connection_table.hpp"

#include <gtest/gtest.h>

namespace ebb::inline engine {
namespace {

/// Hosts in steps of a power of two would share their slots if the table used their numbers as they are.
TEST(ConnectionTable, KeepsThePlaceOfEveryHost) {
  for (const std::uint32_t step : {1u, 64u, 1u << 20}) {
    ConnectionTable table;
    for (std::uint32_t i = 0; i < 1000; ++i) ASSERT_EQ(table.place_of(i * step, i), i);
    for (std::uint32_t i = 0; i < 1000; ++i) ASSERT_EQ(table.place_of(i * step, 1000), i);
    EXPECT_EQ(table.place_of(1000 * step, 1000), 1000u);
  }
}

}  // namespace
}  // namespace ebb::inline engine
