#include "experiment/run/traffic_failure.hpp"

#include <gtest/gtest.h>

#include "engine/exchange/exchange_testing.hpp"

namespace ebb::inline experiment {
namespace {

struct Broken final : Traffic, MayFail {
  Message next(HostId, Picoseconds, HostMemory&) const override { return {}; }
  Problems failure() const override { return {{"t.ebbtrace: byte 7", "is gone", "start again"}}; }
};
struct Sound final : Traffic {
  Message next(HostId, Picoseconds, HostMemory&) const override { return {}; }
};

TEST(TrafficFailure, OfOneRankIsThatOfAll) {
  std::vector<std::string> told(3);
  RanksInMemory(3).live([&](Exchange& exchange) {
    const Broken broken;
    const Sound sound;
    const bool is_broken = exchange.rank() == 1;
    told[exchange.rank()] =
        to_text(traffic_failure(is_broken ? static_cast<const Traffic&>(broken) : sound, &exchange));
  });
  EXPECT_EQ(told[0], to_text({{"rank 1: t.ebbtrace: byte 7", "is gone", "start again"}}));
  EXPECT_EQ(told[1], told[0]);
  EXPECT_EQ(told[2], told[0]);
}

TEST(TrafficFailure, OfASingleProcessIsItsOwn) {
  EXPECT_EQ(traffic_failure(Sound(), nullptr).size(), 0u);
  EXPECT_EQ(traffic_failure(Broken(), nullptr).at(0).where, "t.ebbtrace: byte 7");
}

}  // namespace
}  // namespace ebb::inline experiment
