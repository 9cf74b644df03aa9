#include "fabric/agent/backlog_watch.hpp"

#include <gtest/gtest.h>

#include "fabric/agent/agent_parts_testing.hpp"

namespace ebb::inline fabric {
namespace {

/// 12.5 MB a second fill 100 Mb/s.
TEST(BacklogWatch, PortThatFillsItsRateHasAQueue) {
  AgentParts p;
  BacklogWatch watch(p.context);
  BitsPerSecond rate{100'000'000};
  const auto sends = [&](std::uint64_t bytes, Picoseconds at) {
    p.port(cable_01).sent_bytes += bytes;
    p.poll_at(at);
    watch.look(p.poller, [&](PortId) { return rate; });
    return watch.is_backlogged(cable_01);
  };
  sends(0, 500_ms);
  EXPECT_FALSE(sends(6'000'000, 1000_ms));
  EXPECT_FALSE(sends(12'500'000, 1500_ms)) << "not a second yet";
  EXPECT_TRUE(sends(0, 2000_ms));
  EXPECT_FALSE(watch.is_backlogged(cable_02));
  rate = {25'000'000};
  EXPECT_FALSE(sends(3'100'000, 3000_ms)) << "it was faster in this second";
  EXPECT_TRUE(sends(3'100'000, 4000_ms));
  rate = {0};
  EXPECT_FALSE(sends(0, 5000_ms));
  EXPECT_FALSE(sends(0, 6000_ms)) << "it is off";
}

}  // namespace
}  // namespace ebb::inline fabric
