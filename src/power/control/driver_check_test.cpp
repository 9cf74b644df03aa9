#include "power/control/driver_check.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "power/policy/dynamic_topology.hpp"
#include "power/policy/halve_double.hpp"
#include "power/policy/history_dvs.hpp"
#include "power/policy/idle_sleep.hpp"
#include "power/policy/latency_bound_policy.hpp"
#include "power/policy/link_shutdown.hpp"
#include "power/policy/queue_aware.hpp"

namespace ebb::inline power {
namespace {

/// What is known of a port of a real switch: its byte counters.
constexpr DriverKnowledge bytes_alone{
    .queue = false, .added_delay = false, .downstream = false, .stages = false};

TEST(DriverCheck, TakesEveryPolicyWhereEverythingIsKnown) {
  EXPECT_TRUE(check_driver(HalveDouble{}, {}).empty());
  EXPECT_TRUE(check_driver(QueueAware{}, {}).empty());
  EXPECT_TRUE(check_driver(LatencyBoundPolicy{}, {}).empty());
  EXPECT_TRUE(check_driver(DynamicTopology{}, {}).empty());
}

TEST(DriverCheck, TakesAPolicyThatLooksAtTheLoadAlone) {
  EXPECT_TRUE(check_driver(HalveDouble{}, bytes_alone).empty());
}

TEST(DriverCheck, RefusesPoliciesThatNeedAQueueNobodyKnows) {
  for (const Problems& problems :
       {check_driver(QueueAware{}, {.queue = false}), check_driver(IdleSleep{}, {.queue = false}),
        check_driver(LatencyBoundPolicy{}, {.queue = false})}) {
    ASSERT_EQ(problems.size(), 1u);
    EXPECT_EQ(problems[0].where, "policy");
    EXPECT_THAT(problems[0].what, testing::HasSubstr("queue length of a channel"));
    EXPECT_THAT(problems[0].hint, testing::HasSubstr("halve_double"));
  }
}

TEST(DriverCheck, RefusesPoliciesThatNeedTheNextBufferWhereNobodyKnowsIt) {
  EXPECT_TRUE(check_driver(HistoryDvs{}, {}).empty());
  LinkShutdown shutdown;
  shutdown.while_on = RateWhileOn::full;
  EXPECT_TRUE(check_driver(shutdown, {.downstream = false}).empty()) << "it looks there for its rate alone";
  shutdown.while_on = RateWhileOn::history_dvs;
  for (const Problems& problems :
       {check_driver(HistoryDvs{}, bytes_alone), check_driver(shutdown, {.downstream = false})}) {
    ASSERT_EQ(problems.size(), 1u);
    EXPECT_THAT(problems[0].what, testing::HasSubstr("requires the occupancy of the next buffer"));
  }
}

TEST(DriverCheck, RefusesPoliciesThatNeedStagesNobodyKnows) {
  const Problems problems = check_driver(DynamicTopology{}, bytes_alone);
  ASSERT_EQ(problems.size(), 1u);
  EXPECT_THAT(problems[0].what, testing::HasSubstr("stages"));
}

}  // namespace
}  // namespace ebb::inline power
