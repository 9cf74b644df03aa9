// The fast executor against the reference executor. Random configurations of everything that a run file can
// contain must give the same digest, the same counts, the same time in state of every channel, and pass the
// conservation checks. EBB_EXECUTOR_CASES samples more of them, EBB_EXECUTOR_SEED others.
#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cstdlib>
#include <map>

#include "engine/gpu/device_machine.hpp"
#include "engine/run/channel_results.hpp"
#include "engine/run/check/conservation.hpp"
#include "engine/run/check/deadlock.hpp"
#include "experiment/random_run_testing.hpp"
#include "experiment/read/run_config.hpp"
#include "experiment/run/prepared_run.hpp"
#include "traffic/job/job_testing.hpp"

namespace ebb::inline experiment {
namespace {

/// Results that must not depend on the executor.
struct Seen {
  std::uint64_t digest = 0, batches = 0, hops = 0, sent = 0, delivered = 0, messages = 0;
  std::uint64_t pauses = 0, dropped = 0, out_of_order = 0, congestion_notification = 0;
  /// Figures of pauses, drops and reordering; and the flows that lost packets.
  std::array<std::uint64_t, 10> flow{};
  std::vector<DroppedFlow> drops;
  double added_delay = 0;
  std::vector<std::string> reasons, wrong, cycle;
  std::vector<ChannelResult> channels;
  std::vector<DecisionRecord> decisions;
};

Seen seen_of(const Simulation& simulation) {
  const Counters t = simulation.counters();
  Seen seen{
      t.digest,
      t.batches.digest(),
      t.hops,
      t.packets_sent,
      t.packets_delivered,
      t.messages_delivered,
      t.pauses,
      t.packets_dropped,
      t.out_of_order,
      t.notifications_sent,
      {t.pauses, t.spread_pauses, t.deepest_pause, t.packets_dropped, t.payload_dropped, t.messages_lost,
       t.out_of_order, t.most_overtaken, t.notifications_sent, t.notifications_received},
      t.drops.sorted(),
      simulation.state().control.delay_budget.in_all,
      {},
      check_conservation(simulation),
      find_deadlock(simulation),
      each_channel(simulation),
      {}};
  for (const ReasonCount& r : t.reasons.sorted())
    seen.reasons.push_back(fmt::format("{}: {} of {}", r.why, r.changes, r.evaluations));
  return seen;
}

/// Empty when the configuration is refused.
std::optional<Seen> run_with(const std::string& text, ExecutorKind executor) {
  const auto root = parse_toml(text, "random.toml");
  EXPECT_TRUE(root) << text;
  auto input = read_run(Configuration::of("random.toml", *root));
  if (!input) return std::nullopt;
  input->run.executor = executor;
  auto prepared = prepare_run(std::move(*input));
  if (!prepared || !(*prepared)->simulation) return std::nullopt;
  Simulation& simulation = *(*prepared)->simulation;
  std::vector<DecisionRecord> decisions;
  DecisionLog log(simulation, 1'000'000, [&](std::span<const DecisionRecord> more) {
    decisions.insert(decisions.end(), more.begin(), more.end());
  });
  simulation.run_until(5_us);  // stopping on the way changes nothing
  log.record(simulation);
  simulation.run_until(17_us);
  log.record(simulation);
  Seen seen = seen_of(simulation);
  seen.decisions = std::move(decisions);
  return seen;
}

/// Texts that some of the compared run files must contain.
constexpr const char* covered_parts[] = {
    "wormhole",          "\"dynamic_topology\"", "job.ebbtrace",   "two-rates",
    "leaf-spine",        "ring.cables",          "\"vlan_trees\"", "adapter = ",
    "transport = \"tcp", "transport = \"dctcp",  "\"in_band\""};

/// Fails the test where two executors differ.
void expect_same(const Seen& fast, const Seen& plain) {
  ASSERT_THAT(plain.wrong, testing::IsEmpty());
  ASSERT_THAT(fast.wrong, testing::IsEmpty());
  ASSERT_EQ(fast.digest, plain.digest);
  ASSERT_EQ(fast.batches, plain.batches);
  ASSERT_EQ(fast.hops, plain.hops);
  ASSERT_EQ(fast.sent, plain.sent);
  ASSERT_EQ(fast.messages, plain.messages);
  ASSERT_EQ(fast.flow, plain.flow);
  ASSERT_TRUE(fast.drops == plain.drops);
  ASSERT_EQ(fast.added_delay, plain.added_delay);
  ASSERT_EQ(fast.reasons, plain.reasons);
  ASSERT_EQ(fast.cycle, plain.cycle);
  ASSERT_TRUE(fast.decisions == plain.decisions);
  ASSERT_EQ(fast.channels.size(), plain.channels.size());
  for (std::size_t c = 0; c < fast.channels.size(); ++c) {
    ASSERT_EQ(fast.channels[c].busy, plain.channels[c].busy) << "channel " << c;
    ASSERT_EQ(fast.channels[c].bytes, plain.channels[c].bytes) << "channel " << c;
    ASSERT_EQ(fast.channels[c].time_in, plain.channels[c].time_in) << "channel " << c;
    ASSERT_EQ(fast.channels[c].paused, plain.channels[c].paused) << "channel " << c;
    ASSERT_EQ(fast.channels[c].frames, plain.channels[c].frames) << "channel " << c;
    ASSERT_EQ(fast.channels[c].dropped, plain.channels[c].dropped) << "channel " << c;
  }
}

TEST(Executors, GiveTheSameBitsOnRandomConfigurations) {
  const char *wanted = std::getenv("EBB_EXECUTOR_CASES"), *first = std::getenv("EBB_EXECUTOR_SEED");
  const int cases = wanted ? std::atoi(wanted) : 250;
  const JobFolder folder;
  const std::string job = folder.write("job.ebbtrace", small_job());
  std::map<std::string, int> with;  // number of runs that delivered packets, by part of their file
  int tried = 0, agreed = 0, packets = 0, controlled = 0, deciding = 0;
  int pausing = 0, dropping = 0, reordering = 0, noticing = 0;
  for (std::uint64_t seed = first ? std::strtoull(first, nullptr, 10) : 1;
       agreed < cases && tried < 40 * cases; ++seed, ++tried) {
    const std::string text = RandomRun(seed, job).text("1ms");
    const auto plain = run_with(text, ExecutorKind::plain);
    if (!plain) continue;
    const auto fast = run_with(text, ExecutorKind::threads);
    ASSERT_TRUE(fast);
    SCOPED_TRACE(fmt::format("seed {}\n{}", seed, text));
    ASSERT_NO_FATAL_FAILURE(expect_same(*fast, *plain));
    ++agreed, packets += plain->delivered > 0, controlled += !plain->reasons.empty();
    deciding += !plain->decisions.empty();
    pausing += plain->pauses > 0, dropping += plain->dropped > 0, reordering += plain->out_of_order > 0;
    noticing += plain->congestion_notification > 0;
    for (const char* part : covered_parts)
      with[part] += plain->delivered > 0 && text.find(part) != std::string::npos;
  }
  EXPECT_EQ(agreed, cases) << "of " << tried << " drawn";
  RecordProperty("agreed", agreed);
  RecordProperty("drawn", tried);
  if (first) return;  // the counts of other seeds are random
  EXPECT_GT(packets, cases * 4 / 5) << "in these something must happen";
  EXPECT_GT(controlled, cases / 4);
  EXPECT_GT(deciding, cases / 8);
  EXPECT_GT(pausing, cases / 30);
  EXPECT_GT(dropping, cases / 40);
  EXPECT_GT(noticing, cases / 100);
  for (const char* part : covered_parts) EXPECT_GT(with[part], cases / 50) << part;
  EXPECT_GT(reordering, cases / 20);
}

/// The executor for accelerators refuses what it does not have, so it has configurations of its own.
TEST(Executors, GiveTheSameBitsWhereWarpsAreEmulated) {
  const char *wanted = std::getenv("EBB_EXECUTOR_CASES"), *first = std::getenv("EBB_EXECUTOR_SEED");
  const int cases = wanted ? std::atoi(wanted) : 250;
  const JobFolder folder;
  const std::string job = folder.write("job.ebbtrace", small_job());
  int tried = 0, agreed = 0, packets = 0, reordering = 0;
  std::map<std::string, int> routings;  // number of runs by the line of their routing
  for (std::uint64_t seed = first ? std::strtoull(first, nullptr, 10) : 1;
       agreed < cases && tried < 100 * cases; ++seed, ++tried) {
    const std::string text = RandomRun(seed, job).simple_text("1ms");
    SCOPED_TRACE(fmt::format("seed {}\n{}", seed, text));
    const auto emulated = run_with(text, ExecutorKind::gpu_emulated);
    if (!emulated) continue;
    const auto plain = run_with(text, ExecutorKind::plain);
    ASSERT_TRUE(plain);
    ASSERT_NO_FATAL_FAILURE(expect_same(*emulated, *plain));
    ++agreed, packets += plain->delivered > 0, reordering += plain->out_of_order > 0;
    const std::size_t place = text.find("name = ", text.find("[routing]"));
    ++routings[text.substr(place, text.find('\n', place) - place)];
  }
  EXPECT_EQ(agreed, cases) << "of " << tried << " drawn";
  RecordProperty("agreed", agreed);
  RecordProperty("drawn", tried);
  if (first) return;
  EXPECT_GT(packets, cases * 4 / 5);
  EXPECT_GT(reordering, cases / 20);
  EXPECT_GT(routings.size(), 15);
}

TEST(Executors, RefuseByNameWhatWarpsDoNotHave) {
  const std::string base =
      "[topology]\nname = \"flattened_butterfly\"\nk = 2\nn = 2\nc = 1\n[routing]\nname = "
      "\"minimal_adaptive\"\n[traffic]\nload = 0.1\n[run]\nexecutor = \"gpu-emulated\"\n";
  const auto refusal = [&](const std::string& more) {
    auto input = read_run(Configuration::of("refused.toml", *parse_toml(base + more, "refused.toml")));
    EXPECT_TRUE(input) << more;
    const auto prepared = prepare_run(std::move(*input));
    return prepared ? "" : prepared.problems().front().what;
  };
  EXPECT_EQ(refusal(""), "");
  EXPECT_THAT(refusal("[switch]\nforwarding = \"wormhole\"\n"), testing::HasSubstr("wormhole"));
  EXPECT_THAT(refusal("[switch]\nforwarding = \"store_and_forward\"\n"), testing::HasSubstr("store"));
  EXPECT_THAT(refusal("[flow]\nname = \"pfc\"\n"), testing::HasSubstr("pauses"));
  EXPECT_THAT(refusal("[flow]\nname = \"drop\"\n"), testing::HasSubstr("drops"));
  EXPECT_THAT(refusal("[control]\nrates = [\"10Gb/s\", \"40Gb/s\"]\n[control.policy]\nname = "
                      "\"halve_double\"\n"),
              testing::HasSubstr("control.policy"));
}

TEST(Executors, RefuseAnAcceleratorThatIsNotThere) {
  const std::string text =
      "[topology]\nname = \"flattened_butterfly\"\nk = 2\nn = 2\nc = 1\n[routing]\nname = "
      "\"minimal_adaptive\"\n[traffic]\nload = 0.1\n[run]\nexecutor = \"gpu\"\n";
  auto input = read_run(Configuration::of("gpu.toml", *parse_toml(text, "gpu.toml")));
  ASSERT_TRUE(input);
  const auto prepared = prepare_run(std::move(*input));
  const std::string missing = missing_device();
  ASSERT_EQ(bool{prepared}, missing.empty());
  if (missing.empty()) return;
  EXPECT_THAT(prepared.problems().front().what, testing::HasSubstr(missing));
  EXPECT_THAT(prepared.problems().front().hint, testing::HasSubstr("--executor threads"));
}

}  // namespace
}  // namespace ebb::inline experiment
