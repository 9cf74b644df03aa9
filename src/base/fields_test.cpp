#include "base/fields.hpp"

#include <gtest/gtest.h>

#include <array>

namespace ebb::inline base {
namespace {

enum class Colour { red, green };
constexpr auto names_of(Colour) { return std::array<std::string_view, 2>{"red", "green"}; }

struct Lamp {
  std::int64_t bulbs = 2;
  Colour colour = Colour::green;
  std::vector<Watts> steps = {Watts{1}, Watts{2.5}};
  std::string name = "say \"hi\"\n";
  static constexpr auto fields() {
    return std::tuple{field("bulbs", &Lamp::bulbs, "how many"), field("colour", &Lamp::colour, "which"),
                      field("steps", &Lamp::steps, "power of each step"),
                      field("name", &Lamp::name, "what to call it")};
  }
};

TEST(Fields, DescribeNameTypeDefaultAndMeaningInOrder) {
  const auto infos = describe_fields<Lamp>();
  ASSERT_EQ(infos.size(), 4u);
  EXPECT_EQ(infos[0].name, "bulbs");
  EXPECT_EQ(infos[0].initial, "2");
  EXPECT_EQ(infos[1].type, "one of red, green");
  EXPECT_EQ(infos[1].initial, "\"green\"");
  EXPECT_EQ(infos[2].type, "list of power");
  EXPECT_EQ(infos[2].initial, "[\"1W\", \"2.5W\"]");
  EXPECT_EQ(infos[2].help, "power of each step");
}

TEST(Fields, QuoteTextAsTomlWantsIt) {
  EXPECT_EQ(describe_fields<Lamp>()[3].initial, "\"say \\\"hi\\\"\\u000a\"");
}

}  // namespace
}  // namespace ebb::inline base
