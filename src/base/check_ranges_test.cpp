#include "base/check_ranges.hpp"

#include <gtest/gtest.h>

namespace ebb::inline base {
namespace {

/// Like Sourced, which is not visible in this module.
struct Known {
  Watts value{};
  bool given = false;
};

struct Lamp {
  std::int64_t bulbs = 1, seed = 5;
  double share = 0.5;
  Picoseconds blink{-1};
  std::vector<std::vector<Picoseconds>> pauses;
  std::string name;

  static constexpr auto fields() {
    return std::tuple{
        field("bulbs", &Lamp::bulbs, "", {1, 8}),         field("seed", &Lamp::seed, "", any_whole_number),
        field("share", &Lamp::share, "", a_share),        field("blink", &Lamp::blink, ""),
        field("pauses", &Lamp::pauses, "", {1_ns, 1_us}), field("name", &Lamp::name, "")};
  }
};

struct Plug {
  Known power;
  static constexpr auto fields() { return std::tuple{field("power", &Plug::power, "")}; }
};

template <class C>
std::string said(const C& lamp, Problems found = {}) {
  std::string all;
  for (const Problem& p : with_ranges(lamp, std::move(found))) all += p.where + " " + p.what + "\n";
  return all;
}

TEST(Ranges, HoldTheirEndsAndNothingBeyond) {
  Lamp lamp;
  EXPECT_EQ(said(lamp), "");
  lamp.bulbs = 8, lamp.share = 0, lamp.seed = std::numeric_limits<std::int64_t>::min(), lamp.blink = an_hour;
  EXPECT_EQ(said(lamp), "");
  lamp.bulbs = 9, lamp.share = -1e-9, lamp.blink = {-2};
  EXPECT_EQ(
      said(lamp),
      "bulbs is 9, but must be from 1 to 8\nshare is -1e-09, but must be from 0 to 1\nblink is -2ps, but "
      "must be from 0s to 3600s\n");
}

TEST(Ranges, LetADefaultStandForNothingSaid) { EXPECT_EQ(said(Lamp{}), ""); }

TEST(Ranges, LeaveTheWordToTheCheckThatKnowsBetter) {
  Lamp lamp;
  lamp.bulbs = 0;
  EXPECT_EQ(said(lamp, {{"bulbs", "is dark", ""}}), "bulbs is dark\n");
}

TEST(Ranges, HoldForEachNumberOfAListAndOnlyForWhatIsGiven) {
  Lamp lamp;
  lamp.pauses = {{1_ns}, {2_ns, 0_ns, 3_us}};
  EXPECT_EQ(said(lamp), "pauses[1][1] is 0s, but must be from 1ns to 1us\n");
  Plug plug{{.value = {-1}}};
  EXPECT_EQ(said(plug), "");
  plug.power.given = true;
  EXPECT_EQ(said(plug), "power.value is -1W, but must be from 0W to 1000000000W\n");
}

TEST(Ranges, AreTold) {
  const auto infos = describe_fields<Lamp>();
  EXPECT_EQ(infos[0].range, "1 to 8");
  EXPECT_EQ(infos[1].range, "any");
  EXPECT_EQ(infos[3].range, "0s to 3600s");
  EXPECT_EQ(infos[4].range, "1ns to 1us");
  EXPECT_EQ(infos[5].range, "");
}

}  // namespace
}  // namespace ebb::inline base
