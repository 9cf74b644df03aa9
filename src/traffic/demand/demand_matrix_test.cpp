#include "traffic/demand/demand_matrix.hpp"

#include <gtest/gtest.h>

#include "base/folder_testing.hpp"
#include "traffic/job/job_maker.hpp"
#include "traffic/traffic_testing.hpp"

namespace ebb::inline traffic {
namespace {

/// Three switches; hosts 0 and 1 are on the first.
Network ring() { return ring_of_switches({2, 1, 1}, 40_Gbps); }

JobMaker transfers() {
  JobMaker job(4);
  job.transfer(0, 2, 100_B);
  job.transfer(1, 2, 20_B);
  job.transfer(0, 1, 7_B);  // on one switch
  job.transfer(3, 0, 3_B);
  return job;
}

void expect_transfers(const SwitchDemand& demand) {
  EXPECT_EQ(demand.at(0, 1), 120);
  EXPECT_EQ(demand.at(2, 0), 3);
  double all = 0;
  for (SwitchId from = 0; from < 3; ++from)
    for (SwitchId to = 0; to < 3; ++to) all += demand.at(from, to);
  EXPECT_EQ(all, 123);
}

TEST(DemandMatrix, IsTheSameOfAJobAndOfItsTrace) {
  JobMaker job = transfers();
  expect_transfers(job_demand(ring(), *Job::of(job.finish(), job.hosts())));
  const TestFolder folder;
  const std::string path = (folder.path / "job.ebbtrace").string();
  JobMaker again = transfers();
  TraceWriter writer(path, Existing::is_kept, TraceForm::job);
  ASSERT_TRUE(again.write(writer));
  const auto traced = traced_demand(ring(), path);
  ASSERT_TRUE(traced) << to_text(traced.problems());
  expect_transfers(*traced);
  EXPECT_NE(to_text(traced_demand(ring_of_switches({1, 1}, 40_Gbps), path).problems()).find("has 4 hosts"),
            std::string::npos);
}

TEST(DemandMatrix, HasADemandOfEveryHourInEachHour) {
  const TestFolder folder;
  const std::string path = folder.write("tm.csv", "source,destination,Gb/s,hour\n0,2,1,\n3,0,2,7\n");
  const auto day = read_day_of_demand(path, ring());
  ASSERT_TRUE(day) << to_text(day.problems());
  ASSERT_EQ(day->size(), 24u);
  EXPECT_EQ((*day)[6], (std::vector<HostDemand>{{0, 2, 1e9}}));
  EXPECT_EQ((*day)[7], (std::vector<HostDemand>{{0, 2, 1e9}, {3, 0, 2e9}}));
}

}  // namespace
}  // namespace ebb::inline traffic
