// Runs over circuit switches: what waits, for how long, and what is refused.
#include <gmock/gmock.h>

#include "traffic/job/job_testing.hpp"

namespace ebb::inline experiment {
namespace {

using testing::HasSubstr;

/// Three servers of one GPU. Each sends to the next one until 100 us, to the other one from 120 to 220 us,
/// and again from 240 us on.
const std::string three_servers = R"([topology]
name = 'rail_circuits'
gpus = 1
servers = 3
hold = ['100us']
reconfiguration = '20us'
[routing]
name = 'minimal_adaptive'
[host]
packet = '1500B'
)";

class CircuitRuns : public testing::Test, protected JobFolder {
 protected:
  Picoseconds arrival(HostId to, Picoseconds ready, Bytes size = 1'000_B) const {
    JobMaker job(3);
    job.compute(0, ready);
    job.transfer(0, to, size);
    return run_time(write("job.ebbtrace", std::move(job)), three_servers);
  }
  std::string refusal(const std::vector<std::string>& settings) const {
    JobMaker job(3);
    job.transfer(0, 1, 1'000_B);
    const auto prepared = prepared_job(write("job.ebbtrace", std::move(job)), three_servers, settings);
    return prepared ? "" : to_text(prepared.problems());
  }
};

TEST_F(CircuitRuns, SendWhileTheCircuitIsThere) {
  const Picoseconds way = arrival(1, 0_us);
  EXPECT_LT(way, 2_us);
  EXPECT_EQ(arrival(1, 50_us), 50_us + way);
  EXPECT_EQ(arrival(2, 150_us), 150_us + way) << "the second matching";
  EXPECT_EQ(arrival(1, 300_us), 300_us + way) << "the first one again";
}

TEST_F(CircuitRuns, WaitUntilItComes) {
  const Picoseconds way = arrival(1, 0_us), second = arrival(2, 0_us), again = arrival(1, 105_us);
  EXPECT_GT(second, 120_us);
  EXPECT_LT(second, 120_us + way);
  EXPECT_EQ(arrival(2, 110_us), second) << "while nothing is joined";
  EXPECT_EQ(again - second, 120_us);
  EXPECT_EQ(arrival(1, 238_us), again);
}

/// 4 MB take 0.84 ms at 40 Gb/s with headers; the circuit is there for 100 of 240 us.
TEST_F(CircuitRuns, GetTheirShareOfTheTime) {
  const double whole = 4e6 * 8 / 40e9 * (1500 + 38.0) / 1500 * 1e6;  // us, with a header or without
  const double took = static_cast<double>(arrival(1, 0_us, 4'000'000_B).v) / 1e6;
  EXPECT_NEAR(took, whole * 2.4, 240);
  EXPECT_GT(took, 4e6 * 8 / 40e9 * 1e6 * 2.4 - 140) << "no more than its share";
}

/// What waits for another server does not keep the circuit from others: each channel has a queue.
TEST_F(CircuitRuns, ServeEachServerInItsTurn) {
  JobMaker job(3);
  job.transfer(0, 2, 1'000_B);
  const Picoseconds alone = run_time(write("alone.ebbtrace", std::move(job)), three_servers);
  JobMaker both(3);
  const std::uint32_t late = both.send(0, 2, 1'000_B), early = both.send(0, 1, 1'000_B);
  both.receive(1, early);
  both.compute(1, 60_us);  // over before the other one arrives
  both.receive(2, late);
  EXPECT_EQ(run_time(write("both.ebbtrace", std::move(both)), three_servers), alone);
}

TEST_F(CircuitRuns, AreTheSameOnAnyExecutor) {
  JobMaker job(3);
  for (HostId from = 0; from < 3; ++from)
    for (HostId to = 0; to < 3; ++to)
      if (from != to) job.transfer(from, to, 300'000_B);
  const std::string trace = write("all.ebbtrace", std::move(job));
  const auto fast = run_job(trace, three_servers),
             plain = run_job(trace, three_servers, {}, ExecutorKind::plain);
  const auto threads = run_job(trace, three_servers, {"run.threads=2"});
  ASSERT_TRUE(fast.ok() && plain.ok() && threads.ok());
  EXPECT_EQ(fast->digest, plain->digest);
  EXPECT_EQ(fast->digest, threads->digest);
  EXPECT_EQ(fast->job->run_time, plain->job->run_time);
}

/// Two servers are joined forever, as by a cable.
TEST_F(CircuitRuns, OfTwoServersAreACable) {
  JobMaker job(4);
  for (HostId from = 0; from < 4; ++from) job.transfer(from, 3 - from, 100'000_B);
  const std::string trace = write("pairs.ebbtrace", std::move(job));
  const std::string rest = "[routing]\nname = 'butterfly_ecmp'\n";
  EXPECT_EQ(run_time(trace, "[topology]\nname = 'rail_circuits'\ngpus = 2\nservers = 2\n" + rest),
            run_time(trace,
                     "[topology]\nname = 'complete'\nswitches = 2\nhosts_per_switch = 2\nlinks = 2\n"
                     "local_medium = 'optical'\n" +
                         rest));
}

TEST_F(CircuitRuns, RefuseWhatCircuitsDoNotHave) {
  EXPECT_EQ(refusal({}), "");
  EXPECT_THAT(refusal({"flow.name=drop"}), HasSubstr("what waits for a circuit needs credits"));
  EXPECT_THAT(refusal({"switch.forwarding=wormhole"}), HasSubstr("circuits carry whole packets"));
  EXPECT_THAT(refusal({"control.policy=halve_double"}), HasSubstr("by their own schedule"));
  EXPECT_THAT(refusal({"topology.hold=[\"100ns\"]"}), HasSubstr("topology.hold: has a time below"));
  EXPECT_THAT(refusal({"topology.shifts=[1]"}), HasSubstr("has no 2: packets to the server 2 further"));
  EXPECT_THAT(refusal({"topology.shifts=[1,2,2]"}), HasSubstr("has 2 twice in a row"));
  EXPECT_THAT(refusal({"topology.shifts=[1,2,3]"}), HasSubstr("there are 3 servers"));
  EXPECT_THAT(refusal({"topology.hold=[\"1us\",\"1us\",\"1us\"]"}), HasSubstr("has 3 times"));
}

}  // namespace
}  // namespace ebb::inline experiment
