#include "fabric/agent/backlog_watch.hpp"

#include <gtest/gtest.h>

#include "fabric/agent/agent_parts_testing.hpp"

namespace ebb::inline fabric {
namespace {

TEST(BacklogWatch, PortThatFillsItsFullRateForASecondHasAQueue) {
  AgentParts p;
  BacklogWatch watch(p.context);
  const auto per_second = static_cast<std::uint64_t>(p.network.link(cable_01).rate.v) / 8;
  const auto sends = [&](std::uint64_t bytes, Picoseconds at) {
    p.port(cable_01).sent_bytes += bytes;
    p.poll_at(at);
    watch.look(p.poller);
    return watch.is_backlogged(cable_01);
  };
  sends(0, 500_ms);
  EXPECT_FALSE(sends(per_second / 2, 1000_ms));
  EXPECT_FALSE(sends(per_second, 1500_ms)) << "not a second yet";
  EXPECT_TRUE(sends(0, 2000_ms));
  EXPECT_FALSE(watch.is_backlogged(cable_02));
  EXPECT_FALSE(sends(per_second / 2, 3000_ms)) << "full at half its rate, which can rise";
}

}  // namespace
}  // namespace ebb::inline fabric
