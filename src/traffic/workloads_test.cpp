// The named workloads: their messages, their refusals, and that the engine measures the utilisation of their
// calibration.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <set>

#include "base/folder_testing.hpp"
#include "config/toml_file.hpp"
#include "engine/run/run.hpp"
#include "experiment/read/run_config.hpp"
#include "experiment/run/prepared_run.hpp"
#include "topology/flattened_butterfly.hpp"
#include "traffic/service/service_traffic.hpp"
#include "traffic/traffic_testing.hpp"

namespace ebb::inline traffic::workloads_test {
namespace {

using testing::HasSubstr;

constexpr Cutting cutting{{2'048}, {32}};

Network butterfly(std::int64_t c = 8, std::int64_t k = 5) {
  FlattenedButterfly t;
  t.c = c, t.sizes = {k, k};
  return t.build(Cables{});
}

Result<std::unique_ptr<Traffic>> bound(const std::string& text, const Network& network,
                                       std::uint64_t seed = 1) {
  auto config = read_traffic(*parse_toml(text, "run.toml"));
  if (!config) return config.problems();
  return bind_traffic(std::move(*config), network, cutting, seed);
}

std::unique_ptr<Traffic> traffic_of(const std::string& text, const Network& network, std::uint64_t seed = 1) {
  auto traffic = bound(text, network, seed);
  EXPECT_TRUE(traffic.ok()) << to_text(traffic.problems());
  return std::move(*traffic);
}

void expect_refused(const std::string& text, const Network& network, const std::string& where,
                    const std::string& what, const std::string& hint) {
  SCOPED_TRACE(text);
  const auto traffic = bound(text, network);
  ASSERT_FALSE(traffic.ok());
  ASSERT_EQ(traffic.problems().size(), 1u) << to_text(traffic.problems());
  EXPECT_THAT(traffic.problems()[0].where, HasSubstr(where));
  EXPECT_THAT(traffic.problems()[0].what, HasSubstr(what));
  EXPECT_THAT(traffic.problems()[0].hint, HasSubstr(hint));
}

// 64 hosts, 224 channels, 3.5238 channels per message: load = 0.23 * 224 / (64 * 3.5238).
TEST(Uniform512k, TurnsTheUtilisationOfAllChannelsIntoALoad) {
  const Network network = butterfly(4, 4);
  const auto traffic = traffic_of("workload = 'uniform_512k'", network);
  const double load = 0.23 * 224 / (64 * (2 + 96.0 / 63));
  const double wire_share = 2'048.0 / 2'080;
  EXPECT_NEAR(traffic->offered_bytes_per_second(), load * 5e9 * wire_share, 1);
  EXPECT_THAT(traffic->calibration(), HasSubstr("load 0.2284 of each host's channel, 3.524 channels"));
  HostMemory memory = host_memory(1, 5);
  std::set<HostId> destinations;
  Picoseconds now{};
  for (int i = 0; i < 100; ++i) {
    const Message m = traffic->next(5, now, memory);
    EXPECT_EQ(m.size, 512_KiB);
    EXPECT_NE(m.destination, 5u);
    destinations.insert(m.destination), now = m.at;
  }
  EXPECT_GT(destinations.size(), 40u);
}

TEST(Uniform512k, RefusesWhatNoHostCouldSend) {
  // One host per switch: 16 channels per host, so a quarter of them is more than a host's own channel.
  expect_refused("workload = {name = 'uniform_512k', utilisation = 0.5}", butterfly(1, 8),
                 "run.toml:1:36: traffic.workload.utilisation", "each host would have to send at 2.",
                 "at most 0.2");
  expect_refused("workload = {name = 'uniform_512k', utilisation = 0}", butterfly(), "workload.utilisation",
                 "between 0 and 1", "mean utilisation of all channels");
}

class Search : public testing::Test {
 protected:
  explicit Search(const std::string& text = "workload = 'search'") : traffic_(traffic_of(text, network_)) {}

  const ServiceTraffic& traffic() const { return static_cast<const ServiceTraffic&>(*traffic_); }
  const Service& service() const { return traffic().service(); }
  static bool is_in(const std::vector<HostId>& hosts, HostId h) {
    return std::find(hosts.begin(), hosts.end(), h) != hosts.end();
  }
  Message answer(HostId source, const Message& m) const {
    HostMemory memory = host_memory(1, m.destination);
    return traffic().delivered({source, m.destination, m.size, m.tag, m.at, m.at + 1_us}, memory);
  }

  Network network_ = butterfly();
  std::unique_ptr<Traffic> traffic_;
};

TEST_F(Search, GivesEachHostOneRoleAtRandom) {
  EXPECT_EQ(service().front_ends.size(), 20u);
  EXPECT_EQ(service().servers.size(), 50u);
  EXPECT_EQ(service().leaves.size(), 130u);
  std::set<HostId> all(service().front_ends.begin(), service().front_ends.end());
  all.insert(service().servers.begin(), service().servers.end());
  all.insert(service().leaves.begin(), service().leaves.end());
  EXPECT_EQ(all.size(), 200u);
  const auto other = traffic_of("workload = 'search'", network_, 2);
  EXPECT_NE(static_cast<const ServiceTraffic&>(*other).service().servers, service().servers);
}

TEST_F(Search, AQueryAsksManyDifferentLeavesAtOnceAndEachAnswers) {
  const HostId front_end = service().front_ends[3];
  HostMemory memory = host_memory(1, front_end);
  Message m = traffic().next(front_end, {}, memory);
  std::vector<std::size_t> fan_outs;
  while (fan_outs.size() < 200) {
    const Picoseconds at = m.at;
    std::set<HostId> asked;
    for (; m.at == at; m = traffic().next(front_end, m.at, memory)) {
      EXPECT_TRUE(is_in(service().leaves, m.destination));
      EXPECT_TRUE(asked.insert(m.destination).second);
      EXPECT_GE(m.size.v, 64);
      EXPECT_LE(m.size.v, 256);
      const Message back = answer(front_end, m);
      EXPECT_EQ(back.destination, front_end);
      EXPECT_EQ(back.size, answer(front_end, m).size);  // determined by the request
      EXPECT_EQ(answer(m.destination, back).destination, no_id);
    }
    fan_outs.push_back(asked.size());
  }
  const auto [least, most] = std::minmax_element(fan_outs.begin(), fan_outs.end());
  EXPECT_GE(*least, 20u);
  EXPECT_LE(*least, 23u);
  EXPECT_LE(*most, 100u);
  EXPECT_GE(*most, 97u);
}

TEST_F(Search, FilesAreReadFromOneServerAndWrittenToAChainOfThree) {
  const HostId leaf = service().leaves[7];
  HostMemory memory = host_memory(1, leaf);
  Picoseconds now{};
  double read = 0, written = 0;
  for (int i = 0; i < 20'000; ++i) {
    const Message m = traffic().next(leaf, now, memory);
    now = m.at;
    ASSERT_TRUE(is_in(service().servers, m.destination));
    Message further = answer(leaf, m);
    if (further.destination == leaf) {
      EXPECT_EQ(m.size, 128_B);
      read += static_cast<double>(further.size.v);
      continue;
    }
    written += static_cast<double>(m.size.v);
    std::set<HostId> replicas{m.destination};
    Message before = m;
    while (further.destination != leaf) {
      EXPECT_TRUE(is_in(service().servers, further.destination));
      EXPECT_EQ(further.size, m.size);
      replicas.insert(further.destination);
      further = answer(before.destination, before = further);
    }
    EXPECT_EQ(replicas.size(), 3u);
    EXPECT_EQ(further.size, 128_B);  // the last one confirms to the client
  }
  EXPECT_NEAR(read / written, 3.4, 0.25);
}

TEST_F(Search, FileServersOnlyAnswer) {
  HostMemory memory = host_memory(1, service().servers[0]);
  EXPECT_EQ(traffic().next(service().servers[0], {}, memory).destination, no_id);
}

TEST_F(Search, IsRefusedWhereItDoesNotFit) {
  expect_refused("workload = 'search'", butterfly(1, 2), "run.toml:1:1: traffic.workload",
                 "needs a front end, 3 file servers and a leaf, but there are 4 hosts", "larger");
  expect_refused("workload = {name = 'search', utilisation = 0.6}", network_, "traffic.workload.utilisation",
                 "the channel from each file server would be busy", "raise the share of file_servers");
  expect_refused("workload = {name = 'advert', on = '10ns'}", network_, "traffic.workload.on", "shorter than",
                 "");
  expect_refused("workload = {name = 'search', responses = 'google_search'}", network_,
                 "run.toml:1:30: traffic.workload.responses", "does not ship", "google_search_rpc");
  expect_refused("workload = {name = 'search', reads = ''}", network_, "traffic.workload.reads", "is empty",
                 "");
  for (const auto& [setting, words] : {std::pair{"front_ends = 0", "between 0 and 1"},
                                       {"front_ends = 0.8", "none is a leaf"},
                                       {"fan_out_least = 0", "from 1 to"},
                                       {"fan_out_most = 10", "is below fan_out_least"},
                                       {"replicas = 9", "between 1 and 8"},
                                       {"read_ratio = -1", "positive"},
                                       {"file_share = 1.0", "between 0 and 1"},
                                       {"on_sigma = 9", "between 0 and 3"},
                                       {"file_request = '0B'", "between 1B"}})
    expect_refused(std::string("workload = {name = 'search', ") + setting + "}", network_,
                   "traffic.workload.", words, "");
}

TEST(Workloads, StandAlone) {
  expect_refused("workload = 'search'\nload = 0.5", butterfly(), "run.toml:2:1: traffic.load",
                 "no meaning beside a workload", "leave");
  expect_refused("workload = 'serch'", butterfly(), "traffic.workload.name", "unknown",
                 "did you mean \"search\"");
  expect_refused("workload = 'search'\npaterns = 1", butterfly(), "run.toml:2:1", "unknown", "pattern");
}

/// Mean over all channels, host channels included.
double measured_utilisation(const RunResult& result) {
  double busy = 0, channels = 0;
  for (const ChannelKindResult& k : result.channels)
    busy += k.utilisation_mean * static_cast<double>(k.channels), channels += static_cast<double>(k.channels);
  return busy / channels;
}

double utilisation_of_run(const std::string& topology, const std::string& workload, const std::string& time) {
  TestFolder folder;
  auto input =
      read_run(folder.write("run.toml", "[topology]\n" + topology + "\n[host]\nheader = '32B'\n[traffic]\n" +
                                            "workload = " + workload + "\n[run]\nmost_time = '" + time +
                                            "'\n"
                                            "precision = 0.0001\n"),
               {});
  EXPECT_TRUE(input) << to_text(input.problems());
  auto prepared = prepare_run(std::move(*input));
  EXPECT_TRUE(prepared) << to_text(prepared.problems());
  const auto result = run_to_verdict(*(*prepared)->simulation, (*prepared)->settings);
  return measured_utilisation(*result);
}

const std::string on_butterfly =
    "name = 'flattened_butterfly'\nc = 6\nk = 5\nn = 3\n[routing]\nname = 'minimal_adaptive'";
const std::string on_clos = "name = 'folded_clos'\nradix = 8\n[routing]\nname = 'clos_adaptive'";

// With short bursts and small files a millisecond is long enough to average.
TEST(Workloads, AreMeasuredAtTheUtilisationTheyWereCalibratedTo) {
  const std::string steady =
      ", responses = 'search_request', reads = 'search_request', writes = 'search_request', on = '2us', "
      "on_sigma = 0.1, off_sigma = 0.1}";
  for (const std::string& topology : {on_butterfly, on_clos}) {
    EXPECT_NEAR(utilisation_of_run(topology, "{name = 'search', utilisation = 0.06" + steady, "1ms"), 0.06,
                0.06 * 0.02);
    EXPECT_NEAR(utilisation_of_run(topology, "{name = 'advert', requests = 'search_request'" + steady, "1ms"),
                0.05, 0.05 * 0.02);
    EXPECT_NEAR(utilisation_of_run(topology, "{name = 'uniform_512k', size = '2KiB'}", "1ms"), 0.23,
                0.23 * 0.02);
  }
}

// Unchanged, ten milliseconds of a small network give it only roughly.
TEST(Workloads, AreRoughlyThereInTenMilliseconds) {
  EXPECT_NEAR(utilisation_of_run(on_butterfly, "'uniform_512k'", "10ms"), 0.23, 0.03);
  EXPECT_NEAR(utilisation_of_run(on_butterfly, "'search'", "10ms"), 0.06, 0.015);
  EXPECT_NEAR(utilisation_of_run(on_butterfly, "'advert'", "10ms"), 0.05, 0.015);
}

}  // namespace
}  // namespace ebb::inline traffic::workloads_test
