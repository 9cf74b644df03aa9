// The run files under examples/ with the figures they must give. The tolerances are those of the statistics:
// another seed stays within them.
#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>
#include <map>
#include <set>

#include "config/data_files.hpp"
#include "engine/exchange/exchange_testing.hpp"
#include "engine/run/run.hpp"
#include "experiment/read/run_config.hpp"
#include "experiment/run/prepared_run.hpp"

namespace ebb::inline experiment {
namespace {

struct Expected {
  const char* file;
  Verdict verdict;
  double accepted, accepted_within;      ///< fraction of the hosts' rate
  double latency_ns, latency_ns_within;  ///< mean, in the network; 0: grows without bound
};

const Expected examples[] = {
    // One of eight channels carries it all.
    {"run-adversarial-dimension-order.toml", Verdict::saturated, 1.0 / 8, 0.001, 0, 0},
    {"run-adversarial-ugal.toml", Verdict::steady, 0.3, 0.01, 850, 40},
    // One of 128 hosts receives all packets.
    {"run-clos-incast.toml", Verdict::saturated, 1.0 / 128, 0.0001, 0, 0},
    // Stopped before its long tails have averaged out.
    {"run-dragonfly-rpc.toml", Verdict::undecided, 0.1, 0.025, 1'250, 400},
    // Three of ten cables between switches are off; with all of them on it would be 760 ns.
    {"run-dynamic-topology.toml", Verdict::steady, 0.1, 0.01, 980, 80},
    {"run-halve-double.toml", Verdict::steady, 0.23, 0.015, 19'200, 2'500},
    // Bursts take longer than these runs to average out.
    {"run-uniform-512k.toml", Verdict::undecided, 0.2284, 0.03, 17'000, 5'000},
    {"run-search.toml", Verdict::undecided, 0.06, 0.02, 3'500, 2'000},
    {"run-advert.toml", Verdict::undecided, 0.05, 0.02, 35'000, 15'000},
    // One cable for the 18 hosts of a group.
    {"run-dragonfly-adv-minimal.toml", Verdict::saturated, 1.0 / 18, 0.001, 0, 0},
    // Packets that go straight wait for full buffers.
    {"run-dragonfly-adv-rules.toml", Verdict::undecided, 0.3, 0.006, 11'600, 900},
    {"run-dragonfly-adv-qcn.toml", Verdict::steady, 0.3, 0.006, 1'800, 150},
    {"run-dragonfly-adv-piggyback.toml", Verdict::steady, 0.3, 0.006, 1'410, 60},
    {"run-dragonfly-16k.toml", Verdict::steady, 0.2, 0.002, 964, 15},
    {"run-clos-ecmp.toml", Verdict::saturated, 0.45, 0.06, 0, 0},
    {"run-clos-adaptive.toml", Verdict::steady, 0.8, 0.01, 2'750, 400},
    // The eight hosts on the diagonal send nothing.
    {"run-mesh-8x8.toml", Verdict::steady, 0.2 * 56 / 64, 0.008, 1'140, 50},
    {"run-torus-8x8.toml", Verdict::steady, 0.5, 0.015, 1'110, 40},
    {"run-wormhole-mesh.toml", Verdict::steady, 0.2, 0.004, 59, 3},
    // Slow links take longer, and packets wait for them: at full rate it would be 1,490 ns.
    {"run-cluster-dvs.toml", Verdict::steady, 0.2, 0.004, 7'270, 350},
    // Detours around links that are off, and links that are slow for a while: with all of them on 1,490 ns.
    {"run-cluster-dls.toml", Verdict::steady, 0.2, 0.004, 3'220, 300},
    // Service levels on lanes of their own; video in time; adapters with processing time.
    {"run-lanes.toml", Verdict::steady, 0.4, 0.006, 3'010, 150},
    {"run-packet-lanes.toml", Verdict::steady, 0.4, 0.006, 10'930, 550},
    {"run-mpeg.toml", Verdict::steady, 0.299, 0.006, 1'670, 100},
    {"run-video-beside.toml", Verdict::steady, 0.803, 0.01, 4'280, 350},
    // The mean of the day, 46.875 Gb/s, of 16 hosts with 25 Gb/s.
    {"run-leaf-spine.toml", Verdict::steady, 46.875 / 400, 0.001, 1'113, 10},
    // The whole trace, and nothing after it.
    {"run-trace.toml", Verdict::finished, 0.0466, 0.0001, 1'240, 60},
    {"run-job.toml", Verdict::finished, 0.2962, 0.0001, 11'451, 600},
    {"run-training.toml", Verdict::finished, 0.1993, 0.0005, 15'319, 800},
    // Mostly at half of the lanes; at full rate it would be 820 ns.
    {"run-fabric-2026.toml", Verdict::steady, 0.2, 0.008, 1'660, 70},
    // Five of 16 spines carry it; with all of them on it would be 820 ns.
    {"run-sleeping-switches.toml", Verdict::steady, 0.2, 0.008, 1'090, 80},
    {"run-fbfly-512.toml", Verdict::steady, 0.5, 0.01, 820, 30},
    {"run-pfc.toml", Verdict::steady, 0.3, 0.006, 8'080, 600},
    // As with credits: the last channel carries it all. Without flow control the rest is lost.
    {"run-pause.toml", Verdict::saturated, 1.0 / 128, 0.0001, 0, 0},
    {"run-drop.toml", Verdict::saturated, 1.0 / 128, 0.0001, 0, 0},
    // 15 senders keep one of 16 links busy; ACKs take a little more.
    {"run-tcp.toml", Verdict::steady, 0.0647, 0.0015, 62'000, 6'000},
    // Another seed samples another permutation.
    {"run-butterfly-rules.toml", Verdict::steady, 0.3, 0.006, 1'300, 350},
    {"run-clos-rules.toml", Verdict::saturated, 0.57, 0.03, 0, 0},
    // For a quarter of each phase the tables are those of the phase before.
    {"run-controller.toml", Verdict::undecided, 0.3, 0.006, 5'170, 300},
};

RunResult result_of(const std::string& example, const std::vector<std::string>& settings,
                    double* host_bits_per_second) {
  auto input = read_run(data_file("examples/" + example), settings);
  EXPECT_TRUE(input) << to_text(input.problems());
  auto prepared = prepare_run(std::move(*input));
  EXPECT_TRUE(prepared) << to_text(prepared.problems());
  const Network& network = (*prepared)->network;
  *host_bits_per_second = static_cast<double>(network.link(network.host_port(0)).rate.v) * network.hosts;
  auto result = run_to_verdict(*(*prepared)->simulation, (*prepared)->settings);
  EXPECT_TRUE(result) << to_text(result.problems());
  return *result;
}

TEST(RunExamples, AreAllHere) {
  std::set<std::string> listed, present;
  for (const Expected& e : examples) listed.insert(e.file);
  for (const auto& file : std::filesystem::directory_iterator(data_file("examples")))
    if (const std::string name = file.path().filename().string(); name.starts_with("run-"))
      present.insert(name);
  EXPECT_EQ(listed, present);
}

TEST(RunExamples, GiveTheFiguresTheyPromise) {
  for (const Expected& e : examples)
    for (const char* seed : {"run.seed=1", "run.seed=2"}) {
      SCOPED_TRACE(fmt::format("{} {}", e.file, seed));
      double rate = 0;
      const RunResult result = result_of(e.file, {seed}, &rate);
      const RunStatistics& s = result.statistics;
      EXPECT_EQ(s.verdict, e.verdict) << s.why;
      EXPECT_NEAR(s.accepted.wire_bits_per_second / rate, e.accepted, e.accepted_within);
      if (e.latency_ns > 0) {
        EXPECT_NEAR(s.network_latency.mean_ps / 1e3, e.latency_ns, e.latency_ns_within);
      }
      EXPECT_FALSE(result.partial);
    }
}

TEST(RunExamples, KeepVideoInTimeWithALaneOfItsOwnAndOnlySo) {
  double rate = 0;
  const auto missed = [&](const std::vector<std::string>& settings) {
    const RunResult result = result_of("run-video-beside.toml", settings, &rate);
    EXPECT_TRUE(result.deadlines);
    EXPECT_GT(result.deadlines->in_time, 30'000u);
    return result.deadlines->missed_share();
  };
  EXPECT_EQ(missed({}), 0);
  EXPECT_NEAR(missed({"lanes.count=1", "lanes.high=0"}), 0.25, 0.1);
}

TEST(RunExamples, ThatAreBurstyAreNotSaturatedWhenTheyAreShort) {
  for (const char* file : {"run-advert.toml", "run-search.toml"})
    for (int seed = 1; seed <= 30; ++seed) {
      double rate = 0;
      const std::vector<std::string> settings{"run.most_time=300us", fmt::format("run.seed={}", seed)};
      const RunStatistics s = result_of(file, settings, &rate).statistics;
      EXPECT_EQ(s.verdict, Verdict::undecided) << file << ", seed " << seed << ": " << s.why;
    }
}

std::string why_of(const std::string& example, const std::vector<std::string>& settings) {
  auto input = read_run(data_file("examples/" + example), settings);
  EXPECT_TRUE(input) << to_text(input.problems());
  auto prepared = prepare_run(std::move(*input));
  EXPECT_TRUE(prepared) << to_text(prepared.problems());
  const auto result = run_or_problems(**prepared);
  EXPECT_TRUE(result) << to_text(result.problems());
  return result->statistics.why;
}

TEST(RunExamples, SayWhenTheyHappenedToOfferAnotherLoadThanWasAskedFor) {
  const std::string bursty =
      why_of("run-fbfly-512.toml", {"topology.n=2", "traffic.load=0.2", "run.most_time=64us",
                                    "traffic.arrivals={name=\"on_off_lognormal\"}"});
  EXPECT_NE(bursty.find("; the load offered in the measured time is 23.0 % below its average"),
            std::string::npos)
      << bursty;
  // Hosts that send nothing are expected in these examples.
  for (const char* usual : {"run-fbfly-512.toml", "run-mesh-8x8.toml"})
    EXPECT_EQ(why_of(usual, {}).find("offered"), std::string::npos) << usual;
}

/// Runs on this many ranks with this many threads each, for a short time.
std::uint64_t digest_of(const std::string& example, std::vector<std::string> settings, std::size_t ranks,
                        std::size_t threads) {
  for (const char* short_while :
       {"run.most_time=50us", "run.least_time=0s", "run.warm_up=1us", "run.batch=2us"})
    settings.insert(settings.begin(), short_while);
  settings.push_back(fmt::format("run.threads={}", threads));
  std::vector<std::uint64_t> digests(ranks);
  RanksInMemory(ranks).live([&](Exchange& exchange) {
    auto input = read_run(data_file("examples/" + example), settings);
    ASSERT_TRUE(input) << to_text(input.problems());
    auto prepared = prepare_run(std::move(*input), memory_of_machine(), &exchange);
    ASSERT_TRUE(prepared) << to_text(prepared.problems());
    const auto result = run_or_problems(**prepared, {});
    ASSERT_TRUE(result) << to_text(result.problems());
    digests[exchange.rank()] = result->digest;
  });
  EXPECT_EQ(digests, std::vector<std::uint64_t>(ranks, digests[0]));
  return digests[0];
}

void expect_one_digest(const std::string& example, const std::vector<std::string>& settings = {},
                       unsigned most_ranks = 3) {
  SCOPED_TRACE(fmt::format("{} {}", example, fmt::join(settings, " ")));
  const std::uint64_t alone = digest_of(example, settings, 1, 1);
  for (const auto& [ranks, threads] :
       {std::pair{1u, 2u}, {1u, 4u}, {std::min(2u, most_ranks), 1u}, {most_ranks, 2u}})
    EXPECT_EQ(digest_of(example, settings, ranks, threads), alone) << ranks << " ranks, " << threads;
}

TEST(RunExamples, GiveTheSameDigestOnAnyNumberOfThreadsAndRanks) {
  const std::map<std::string, unsigned> few_switches{{"run-job.toml", 2}, {"run-tcp.toml", 1}};
  for (const Expected& e : examples)
    expect_one_digest(e.file, {}, few_switches.contains(e.file) ? few_switches.at(e.file) : 3);
}

TEST(RunExamples, GiveTheSameDigestWithTablesForTheSwitchesOfARankOnly) {
  for (const char* routing : {"routing.name=shortest_path", "routing.name=alternate_paths"})
    expect_one_digest("run-fbfly-512.toml", {routing, "run.most_time=10us"});
}

TEST(RunExamples, KeepTheirDigestWithControlledRatesAndNewsOfOtherSwitches) {
  for (const char* routing : {"routing.name=dragonfly_piggyback", "routing.name=dragonfly_ugal_g"})
    for (const char* load : {"traffic.load=0.1", "traffic.load=0.0002"})  // with many windows without events
      expect_one_digest("run-dragonfly-adv-piggyback.toml",
                        {routing, load, "control.policy=halve_double",
                         "control.rates=[\"10Gb/s\", \"20Gb/s\", \"40Gb/s\"]"});
}

}  // namespace
}  // namespace ebb::inline experiment
