#include "power/control/owner_check.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "power/policy/dynamic_topology.hpp"
#include "power/policy/halve_double.hpp"
#include "power/policy/idle_sleep.hpp"
#include "power/policy/promise.hpp"
#include "power/policy/queue_aware.hpp"

namespace ebb::inline power {
namespace {

/// What a port of a real switch tells: its counters of bytes.
constexpr OwnerKnowledge bytes_alone{.queue = false, .lateness = false, .stages = false};

TEST(OwnerCheck, TakesEveryPolicyWhereEverythingIsKnown) {
  EXPECT_TRUE(check_owner(HalveDouble{}, {}).empty());
  EXPECT_TRUE(check_owner(QueueAware{}, {}).empty());
  EXPECT_TRUE(check_owner(Promise{}, {}).empty());
  EXPECT_TRUE(check_owner(DynamicTopology{}, {}).empty());
}

TEST(OwnerCheck, TakesAPolicyThatLooksAtTheLoadAlone) {
  EXPECT_TRUE(check_owner(HalveDouble{}, bytes_alone).empty());
}

TEST(OwnerCheck, RefusesPoliciesThatNeedAQueueNobodyKnows) {
  for (const Problems& problems :
       {check_owner(QueueAware{}, {.queue = false}), check_owner(IdleSleep{}, {.queue = false}),
        check_owner(Promise{}, {.queue = false})}) {
    ASSERT_EQ(problems.size(), 1u);
    EXPECT_EQ(problems[0].where, "policy");
    EXPECT_THAT(problems[0].what, testing::HasSubstr("how much waits for a channel"));
    EXPECT_THAT(problems[0].hint, testing::HasSubstr("halve_double"));
  }
}

TEST(OwnerCheck, RefusesPoliciesThatNeedStagesNobodyKnows) {
  const Problems problems = check_owner(DynamicTopology{}, bytes_alone);
  ASSERT_EQ(problems.size(), 1u);
  EXPECT_THAT(problems[0].what, testing::HasSubstr("stages"));
}

}  // namespace
}  // namespace ebb::inline power
