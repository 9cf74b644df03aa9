// Traces as traffic: placed on hosts, found beside the run file, replayed to the digest of the recording,
// changed during a run.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <set>

#include "catalogue/traffics.hpp"
#include "config/data_files.hpp"
#include "config/toml_file.hpp"
#include "engine/run/run.hpp"
#include "experiment/read/run_config.hpp"
#include "experiment/run/prepared_run.hpp"
#include "experiment/run/small_run_testing.hpp"
#include "traffic/job/rehearsal.hpp"
#include "traffic/trace/trace_testing.hpp"
#include "traffic/traffic_testing.hpp"

namespace ebb::inline traffic {
namespace {

using testing::HasSubstr;

/// The messages of a traffic, without a network.
std::vector<SentMessage> played(const Traffic& traffic, const Network& network) {
  std::vector<SentMessage> messages;
  EXPECT_EQ(
      to_text(rehearse(traffic, network, {}, 1, 1_ms, [&](const SentMessage& m) { messages.push_back(m); })),
      "");
  return messages;
}

Result<std::unique_ptr<Traffic>> replay(const std::string& settings, const Network& network) {
  auto config = read_traffic(*parse_toml("workload = {name = 'trace', " + settings + "}", "run.toml"));
  if (!config) return config.problems();
  return bind_traffic(std::move(*config), network, {}, 1);
}

TEST_F(Trace, IsReplayedAsItWasOrFasterAndAcrossBlocks) {
  const Network network = ring_of_switches({3, 3});
  const std::string file = write("few.ebbtrace", few, 6);
  auto by_host = few;  // at equal times the smaller host comes first
  std::swap(by_host[0], by_host[2]), std::swap(by_host[0], by_host[1]);
  EXPECT_EQ(played(**replay("file = '" + file + "'", network), network), by_host);
  auto faster = by_host;
  for (SentMessage& m : faster) m.at.v /= 4;
  EXPECT_EQ(played(**replay("file = '" + file + "', speed = 4", network), network), faster);

  std::vector<SentMessage> many;
  for (int i = 0; i < 200'000; ++i)
    many.push_back({Picoseconds{i}, static_cast<HostId>(i % 4 ? i % 3 : 4), 5, {1 + i % 100}});
  EXPECT_EQ(played(**replay("file = '" + write("many.ebbtrace", many) + "'", network), network), many);
}

/// More than one block, to host 5.
std::vector<SentMessage> many_messages() {
  std::vector<SentMessage> many;
  for (int i = 0; i < 200'000; ++i)
    many.push_back({Picoseconds{i}, static_cast<HostId>(i % 3), 5, {1 + i % 100}});
  return many;
}

void cut_in_half(const std::string& file) {
  std::filesystem::resize_file(file, std::filesystem::file_size(file) / 2);
}

TEST_F(Trace, ThatIsChangedWhileItIsPlayedSendsNoMoreAndSaysWhere) {
  const Network network = ring_of_switches({3, 3});
  const std::string file = write("many.ebbtrace", many_messages());
  const auto traffic = replay("file = '" + file + "'", network);
  ASSERT_TRUE(traffic) << to_text(traffic.problems());
  EXPECT_TRUE(failure_of(**traffic).empty());
  cut_in_half(file);
  std::size_t sent = 0;
  const Problems problems = rehearse(**traffic, network, {}, 1, 1_ms, [&](const SentMessage&) { ++sent; });
  EXPECT_LT(sent, 200'000u);
  ASSERT_EQ(problems.size(), 1u);
  EXPECT_THAT(problems[0].where, HasSubstr(file + ": byte "));
  EXPECT_THAT(problems[0].what, HasSubstr("changed while it was played"));
  EXPECT_EQ(to_text(failure_of(**traffic)), to_text(problems));
}

TEST_F(Trace, ThatIsChangedInTheMiddleOfARunLeavesNoResult) {
  const std::string text = std::string(small_butterfly) + "[traffic]\nworkload = {name = 'trace', file = '" +
                           path("many.ebbtrace") + "', placement = 'spread'}\n[run]\nthreads = ";
  for (const char* threads : {"1", "2"}) {
    const std::string file = write("many.ebbtrace", many_messages());
    auto input = read_run(folder_.write("run.toml", text + threads), {});
    ASSERT_TRUE(input.ok()) << to_text(input.problems());
    auto prepared = prepare_run(std::move(*input));
    ASSERT_TRUE(prepared.ok()) << to_text(prepared.problems());
    cut_in_half(file);
    const auto result = run_or_problems(**prepared);
    ASSERT_FALSE(result.ok());
    EXPECT_THAT(to_text(result.problems()), HasSubstr("changed while it was played"));
  }
}

TEST_F(Trace, IsPlacedAsAsked) {
  const std::string file = "file = '" + write("few.ebbtrace", few) + "'";  // four hosts
  const Network eight = ring_of_switches({4, 4});
  const auto spread = played(**replay(file + ", placement = 'spread'", eight), eight);
  ASSERT_EQ(spread.size(), few.size());
  EXPECT_EQ(spread.back(), (SentMessage{9_us, 0, 6, 40_B}));
  const auto at_random = played(**replay(file + ", placement = 'random'", eight), eight);
  ASSERT_EQ(at_random.size(), few.size());
  std::set<HostId> hosts;
  for (const SentMessage& m : at_random) hosts.insert({m.source, m.destination});
  EXPECT_EQ(hosts.size(), 4u);
  const auto refused = [&](const std::string& settings, const Network& network) {
    const auto traffic = replay(settings, network);
    return traffic.ok() ? "accepted" : to_text(traffic.problems());
  };
  const auto same = replay(file, eight);
  const auto as_it_was = played(**same, eight);
  ASSERT_EQ(as_it_was.size(), few.size());
  EXPECT_EQ(as_it_was.back(), few.back()) << "the same numbers; the others send nothing";
  EXPECT_THAT((*same)->calibration(), HasSubstr("; on hosts 0 to 3 of 8 (placement \"identity\")"));
  EXPECT_THAT((*replay(file + ", placement = 'spread'", eight))->calibration(),
              HasSubstr("on 4 of 8 hosts, evenly spread"));
  EXPECT_THAT(refused(file, ring_of_switches({3})), HasSubstr("has 4 hosts, but the network only 3"));
  EXPECT_THAT(refused("speed = 0", eight), HasSubstr("speed"));
  EXPECT_THAT(refused("file = 'none.ebbtrace'", eight), HasSubstr("run.toml:1:29: traffic.workload.file"));
}

TEST_F(Trace, OfNamesIsPlayedWhereTheNetworkHasThem) {
  const auto csv = [&](const std::string& lines) {
    std::ofstream(path("named.csv")) << "time_us,source,destination,bytes\n" << lines;
    return "file = '" + path("named.csv") + "'";
  };
  Network network = ring_of_switches({2, 2});
  network.labels.hosts = {"web1", "web2", "db1", "db2"};
  const auto sent = played(**replay(csv("1,db2,web1,40\n2,web1,db2,50\n"), network), network);
  ASSERT_EQ(sent.size(), 2u);
  EXPECT_EQ(sent[0], (SentMessage{1_us, 3, 0, 40_B}));
  EXPECT_EQ(sent[1], (SentMessage{2_us, 0, 3, 50_B}));
  const auto refused = [&](const std::string& settings) {
    const auto traffic = replay(settings, network);
    return traffic.ok() ? "accepted" : to_text(traffic.problems());
  };
  EXPECT_THAT(refused(csv("1,bd1,web1,40\n")),
              testing::AllOf(HasSubstr("names \"bd1\""), HasSubstr("did you mean \"db1\"")));
  EXPECT_THAT(refused(csv("1,web1,0,40\n")), HasSubstr("calls one host \"web1\" and \"0\""));
  EXPECT_THAT(refused(csv("1,web1,db1,40\n") + ", placement = 'spread'"), HasSubstr("name their hosts"));
  EXPECT_THAT(refused(csv("1,0,1,40\n2,web1,0,40\n")), HasSubstr("not a host"));
}

TEST_F(Trace, IsFoundBesideTheRunFileAndNamedInFullInTheCopy) {
  const std::string file = write("few.ebbtrace", few);
  const std::string run_file =
      folder_.write("run.toml",
                    "[topology]\nname = 'star'\nhosts = 4\n[routing]\nname = 'shortest_path'\n"
                    "[traffic]\nworkload = {name = 'trace', file = 'few.ebbtrace'}\n");
  const auto input = read_run(run_file, {});
  ASSERT_TRUE(input.ok()) << to_text(input.problems());
  EXPECT_EQ(input->document.find("traffic")->find("workload")->find("file")->text, file);
}

TEST_F(Trace, NamedOnTheCommandLineIsFoundBesideTheRunFileToo) {
  const std::string file = write("few.ebbtrace", few);
  const std::string run_file = folder_.write(
      "run.toml",
      "[topology]\nname = 'star'\nhosts = 4\n[routing]\nname = 'shortest_path'\n[traffic]\nload = 0.1\n");
  const auto input = read_run(run_file, {"traffic={workload={name='trace',file='few.ebbtrace'}}"});
  EXPECT_TRUE(input.ok()) << to_text(input.problems());  // the whole table is replaced
  const std::string other = folder_.write(
      "other.toml", "[topology]\nname = 'star'\nhosts = 4\n[routing]\nname = 'shortest_path'\n");
  for (const char* setting : {"traffic.workload={name='trace',file='few.ebbtrace'}",
                              "traffic={workload={name='trace',file='few.ebbtrace'}}"}) {
    const auto set = read_run(other, {setting});
    ASSERT_TRUE(set.ok()) << to_text(set.problems());
    EXPECT_EQ(set->document.find("traffic")->find("workload")->find("file")->text, file);
  }
}

std::uint64_t digest_of(const std::string& file, const std::vector<std::string>& settings) {
  auto input = read_run(file, settings);
  EXPECT_TRUE(input) << to_text(input.problems());
  auto prepared = prepare_run(std::move(*input));
  EXPECT_TRUE(prepared) << to_text(prepared.problems());
  return run_to_verdict(*(*prepared)->simulation, (*prepared)->settings)->digest;
}

TEST_F(Trace, RecordedFromAnOpenLoopReplaysToTheSameDigestOnAnyNumberOfThreads) {
  const std::string original = data_file("examples/run-fbfly-512.toml");
  auto input = read_run(original, {});
  const Network network = input->topology->build(input->cables);
  const Cutting cutting{input->hosts.packet, input->hosts.header};
  const auto traffic = bind_traffic(std::move(input->traffic), network, cutting, 1);
  TraceWriter writer(path("t.ebbtrace"));
  ASSERT_TRUE(
      rehearse(**traffic, network, cutting, 1, 60_us, [&](const SentMessage& m) { writer.add(m); }).empty());
  ASSERT_TRUE(writer.finish(network.hosts, 60_us).ok());
  EXPECT_GE(opened(path("t.ebbtrace"))->blocks(), 2u);

  std::string text;
  std::ifstream in(original);
  for (std::string line; std::getline(in, line) && line != "[traffic]";) text += line + "\n";
  const std::string again = folder_.write(
      "again.toml", text + "[traffic]\nworkload = {name = 'trace', file = '" + path("t.ebbtrace") + "'}\n");
  const std::uint64_t digest = digest_of(original, {"run.most_time=50us"});
  for (const char* threads : {"run.threads=1", "run.threads=2", "run.threads=4"})
    EXPECT_EQ(digest_of(again, {"run.most_time=50us", threads}), digest);
}

}  // namespace
}  // namespace ebb::inline traffic
