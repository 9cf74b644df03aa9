#include "fabric/routed/drain_plan.hpp"

#include <gtest/gtest.h>

#include "fabric/routed/leaf_spine_testing.hpp"

namespace ebb::inline fabric {
namespace {

/// All cables but those of these ports.
CableSet without_cables(const Network& network, const std::vector<PortId>& ports) {
  CableSet cables(network);
  for (const PortId p : ports) cables.set(network, p, false);
  return cables;
}

TEST(DrainPlan, NothingLeaves) {
  const Network network = leaf_spine();
  const DrainPlan plan = drain_plan(network, CableSet(network));
  EXPECT_EQ(plan.routers, std::vector<bool>(4, false));
  EXPECT_EQ(plan.ports, std::vector<bool>(10, false));
}

TEST(DrainPlan, RouterThatLeavesAsAWholeIsOneChange) {
  const Network network = leaf_spine();
  const DrainPlan plan = drain_plan(network, without_cables(network, {6, 7}));
  EXPECT_EQ(plan.routers, (std::vector<bool>{false, false, true, false}));
  EXPECT_EQ(plan.ports, std::vector<bool>(10, false));
}

TEST(DrainPlan, CableIsDrainedAtBothEnds) {
  const Network network = leaf_spine();
  const DrainPlan plan = drain_plan(network, without_cables(network, {1}));
  EXPECT_EQ(plan.routers, std::vector<bool>(4, false));
  std::vector<bool> both(10, false);
  both[1] = both[6] = true;
  EXPECT_EQ(plan.ports, both);
}

TEST(DrainPlan, RouterWithHostsIsNotDrainedAsAWhole) {
  const Network network = leaf_spine();
  EXPECT_FALSE(drain_plan(network, without_cables(network, {1, 2})).routers[0]);
}

TEST(DrainPlan, RefusesToCutHostsOff) {
  const Network network = leaf_spine();
  const CableSet all(network);
  EXPECT_TRUE(order_problems(network, {without_cables(network, {6, 7}), all}).empty());
  EXPECT_TRUE(
      order_problems(network, {without_cables(network, {1, 5}), without_cables(network, {1, 5})}).empty());
  EXPECT_EQ(order_problems(network, {without_cables(network, {1, 2}), all}).size(), 1);
}

}  // namespace
}  // namespace ebb::inline fabric
