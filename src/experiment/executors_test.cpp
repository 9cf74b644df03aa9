// The fast executor against the plain one: random configurations of everything that a run file can say must
// give the same digest, the same counts, the same time in state of every channel, and books that balance.
// EBB_EXECUTOR_CASES draws more of them, EBB_EXECUTOR_SEED others.
#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cstdlib>
#include <map>

#include "catalogue/policies.hpp"
#include "catalogue/small_topologies_testing.hpp"
#include "catalogue/traffics.hpp"
#include "engine/run/books.hpp"
#include "engine/run/channel_results.hpp"
#include "engine/run/deadlock.hpp"
#include "experiment/prepared_run.hpp"
#include "experiment/run_config.hpp"

namespace ebb::inline experiment {
namespace {

/// Draws the text of a run file.
class RandomRun {
 public:
  explicit RandomRun(std::uint64_t seed) : random_(seed, routing_stream) {}

  std::string text() {
    const bool controlled = random_.below(3) != 0, changing = controlled && random_.below(6) == 0;
    std::string file = topology(changing);
    file += changing ? "[routing]\nname = \"dynamic_butterfly\"\n" : routing();
    const bool ethernet = random_.below(2) == 0;
    file += hardware(ethernet) + traffic();
    if (ethernet) file += flow();
    if (controlled) file += control(changing);
    return file + fmt::format("[run]\nseed = {}\nthreads = {}\nmost_time = \"1ms\"\norder = {}\n",
                              1 + random_.below(1000), 1 + random_.below(3), one_of({"true", "false"}));
  }

 private:
  /// One in six forwards by rules, of any kind; what a topology has not is refused, and another one drawn.
  std::string routing() {
    if (random_.below(6) != 0) return fmt::format("[routing]\nname = \"{}\"\n", name_of_one(routings()));
    const std::string trigger =
        one_of({"pause", "queue", "pause_and_own_queue", "notice", "notice", "always", "controller"});
    std::string more;
    if (trigger == "notice")
      more = fmt::format("sample = \"{}\"\nhold = \"{}\"\n", one_of({"500B", "4000B"}),
                         one_of({"300ns", "2us"}));
    if (trigger == "controller")
      phase_ = one_of({"1us", "3us"}),
      more = fmt::format("phase = \"{}\"\nlate = \"{}\"\n", phase_, one_of({"0ns", "2us"}));
    const auto threshold = [&](const std::string& size) {
      const bool by_queue = trigger == "queue" || trigger == "pause_and_own_queue" || trigger == "notice";
      return by_queue ? fmt::format("threshold = \"{}\"\n", size) : "";
    };
    return fmt::format(
        "[routing]\nname = \"rules\"\nkind = \"{}\"\nalternatives = {}\ntrigger = \"{}\"\n{}{}",
        one_of({"minimal", "non_minimal", "non_minimal"}), one_of({"1", "2"}), trigger,
        threshold(one_of({trigger == "notice" ? "1B" : "0B", "2000B", "8KiB"})), more);
  }
  template <class Base>
  std::string name_of_one(std::span<const Entry<Base>> all) {
    return std::string(all[random_.below(all.size())].name);
  }
  std::string one_of(const std::vector<std::string>& all) { return all[random_.below(all.size())]; }

  std::string topology(bool butterfly) {
    auto kind = small_topologies.begin();
    std::advance(kind, static_cast<std::ptrdiff_t>(random_.below(small_topologies.size())));
    if (butterfly) kind = small_topologies.find("flattened_butterfly");
    return fmt::format("[topology]\nname = \"{}\"\n{}\n", kind->first, one_of(kind->second));
  }
  std::string flow() {
    const std::string name = one_of({"pause", "class_pause", "class_pause", "drop", "drop"});
    if (name == "drop") return "[flow]\nname = \"drop\"\n";
    return fmt::format("[flow]\nname = \"{}\"\nreaction = \"{}\"\nquanta = {}\n{}", name,
                       one_of({"0ns", "50ns", "400ns"}), one_of({"100", "1000", "65535"}),
                       one_of({"stop = \"64B\"\ngo = \"1B\"\n", "stop = \"1500B\"\ngo = \"700B\"\n",
                               "stop = \"4000B\"\n", "go = \"1B\"\n"}));
  }
  std::string hardware(bool ethernet) {
    if (!ethernet && random_.below(3) == 0) return worms() + lanes();
    return fmt::format(
        "[cables]\ncopper_delay = \"{}\"\n[switch]\nforwarding = \"{}\"\npipeline = \"{}\"\ncredit_time = "
        "\"{}\"\n"
        "input_buffer = \"{}\"\noutput_queue = \"{}\"\nspeedup = {}\nvcs = {}\n[host]\npacket = "
        "\"{}\"\nheader = "
        "\"{}\"\n",
        one_of({"5ns", "40ns", "40ns"}), one_of({"cut_through", "cut_through", "store_and_forward"}),
        one_of({"20ns", "100ns"}), one_of({"0ns", "50ns", "100ns"}),
        ethernet ? one_of({"8KiB", "16KiB", "64KiB", "64KiB"}) : one_of({"2KiB", "8KiB", "32KiB"}),
        one_of({"2KiB", "8KiB", "32KiB"}), one_of({"1", "1.5", "2"}), one_of({"0", "0", "0", "7", "16"}),
        one_of({"256B", "1000B", "2000B"}), one_of({"0B", "32B"}));
  }
  std::string worms() {
    return fmt::format(
        "[cables]\ncopper_delay = \"{}\"\n[switch]\nforwarding = \"wormhole\"\nflit = \"{}\"\n"
        "pipeline = \"{}\"\ncredit_time = \"{}\"\ninput_buffer = \"{}\"\nspeedup = {}\nvcs = {}\n"
        "[host]\npacket = \"{}\"\nheader = \"{}\"\n",
        one_of({"5ns", "40ns"}), one_of({"8B", "16B", "64B"}), one_of({"5ns", "100ns"}),
        one_of({"0ns", "50ns"}), one_of({"64B", "512B", "4KiB", "32KiB"}), one_of({"1", "2", "16"}),
        one_of({"0", "0", "7", "16"}), one_of({"160B", "1000B", "2000B"}), one_of({"0B", "32B"}));
  }
  /// What has too many virtual channels for so many lanes is refused, and another one drawn.
  std::string lanes() {
    if (random_.below(2) == 0) return "";
    return fmt::format(
        "[lanes]\n{}limit = \"{}\"\nshares = {}\n",
        one_of({"count = 2\nweights = [5, 1]\nhigh = 1\n", "count = 2\n",
                "count = 4\nmap = [3, 3, 0, 1]\nhigh = 2\n", "count = 4\nweights = [1, 2, 4, 8]\n"}),
        one_of({"0B", "1KiB", "16KiB"}), one_of({"[]", "[1, 0, 3, 1]"}));
  }
  std::string traffic() {
    if (random_.below(5) == 0 && phase_.empty())
      return fmt::format("[traffic.workload]\nname = \"{}\"\n", one_of({"uniform_512k", "search", "advert"}));
    const std::string arrivals = name_of_one(arrival_processes());
    const std::string load =
        arrivals == "closed_loop" ? "" : fmt::format("load = {}\n", one_of({"0.05", "0.3", "0.6", "0.95"}));
    const std::string pattern =
        phase_.empty() ? name_of_one(patterns()) : fmt::format("phases\"\nlength = \"{}", phase_);
    return fmt::format(
        "[traffic]\n{}[traffic.pattern]\nname = \"{}\"\n[traffic.arrivals]\nname = \"{}\"\n"
        "[traffic.sizes]\n{}\n",
        load, pattern, arrivals,
        one_of({"name = \"fixed\"\nsize = \"700B\"", "name = \"fixed\"\nsize = \"20KiB\"",
                "name = \"range\"\nleast = \"64B\"\nmost = \"9KiB\""}));
  }
  std::string control(bool changing) {
    const bool off = changing || random_.below(2) == 0;
    const std::string policy = changing ? "dynamic_topology" : name_of_one(policies());
    std::string text = fmt::format(
        "[control]\nrates = [{}]\nepoch = \"{}\"\nreactivation = \"{}\"\nchannels = \"{}\"\nstaggered = {}\n"
        "transition = \"{}\"\n",
        one_of({"\"10Gb/s\", \"40Gb/s\"", "\"2.5Gb/s\", \"5Gb/s\", \"10Gb/s\", \"20Gb/s\", \"40Gb/s\"",
                "\"7Gb/s\", \"40Gb/s\""}),
        one_of({"1us", "2us", "3us"}), one_of({"50ns", "200ns", "900ns"}), one_of({"independent", "paired"}),
        one_of({"true", "false"}), one_of({"leave", "leave", "avoid", "drain", "by_time"}));
    if (off)
      text +=
          fmt::format("wake = \"{}\"\nsleep = \"{}\"\n", one_of({"100ns", "700ns"}), one_of({"0ns", "90ns"}));
    text += fmt::format("[control.policy]\nname = \"{}\"\n", policy);
    if (off && (policy == "idle_sleep" || policy == "queue_aware")) text += "rest = \"off\"\n";
    if (policy == "promise") text += "bound = \"3us\"\nbaseline = \"2us\"\n";
    return text;
  }

  Random random_;
  std::string phase_;  ///< of a controller
};

/// What must not depend on the executor.
struct Seen {
  std::uint64_t digest = 0, batches = 0, hops = 0, sent = 0, delivered = 0, messages = 0;
  std::uint64_t pauses = 0, dropped = 0, out_of_order = 0, notices = 0;
  /// What pauses, drops and reordering did in all, and to whom.
  std::array<std::uint64_t, 10> flow{};
  std::vector<DroppedFlow> drops;
  double lateness = 0;
  std::vector<std::string> reasons, wrong, circle;
  std::vector<ChannelResult> channels;
  std::vector<DecisionRecord> decisions;
};

Seen seen_of(const Simulation& simulation) {
  const Tally t = simulation.tally();
  Seen seen{t.digest,
            t.batches.digest(),
            t.hops,
            t.packets_sent,
            t.packets_delivered,
            t.messages_delivered,
            t.pauses,
            t.packets_dropped,
            t.out_of_order,
            t.notices_sent,
            {t.pauses, t.spread_pauses, t.deepest_pause, t.packets_dropped, t.payload_dropped,
             t.messages_lost, t.out_of_order, t.most_behind, t.notices_sent, t.notices_heard},
            t.drops.sorted(),
            simulation.state().account.in_all,
            {},
            check_books(simulation),
            find_deadlock(simulation),
            each_channel(simulation),
            {}};
  for (const ReasonCount& r : t.reasons.sorted())
    seen.reasons.push_back(fmt::format("{}: {} of {}", r.why, r.changes, r.questions));
  return seen;
}

/// Nothing when the configuration is refused.
std::optional<Seen> run_with(const std::string& text, ExecutorKind executor) {
  const auto root = parse_toml(text, "random.toml");
  EXPECT_TRUE(root) << text;
  auto input = read_run(Configuration::of("random.toml", *root));
  if (!input) return std::nullopt;
  input->executor = executor;
  auto prepared = prepare_run(std::move(*input));
  if (!prepared || !(*prepared)->simulation) return std::nullopt;
  Simulation& simulation = *(*prepared)->simulation;
  std::vector<DecisionRecord> decisions;
  DecisionLog log(simulation, 1'000'000, [&](std::span<const DecisionRecord> more) {
    decisions.insert(decisions.end(), more.begin(), more.end());
  });
  simulation.run_until(5_us);  // stopping on the way changes nothing
  log.note(simulation);
  simulation.run_until(17_us);
  log.note(simulation);
  Seen seen = seen_of(simulation);
  seen.decisions = std::move(decisions);
  return seen;
}

TEST(Executors, GiveTheSameBitsOnRandomConfigurations) {
  const char *wanted = std::getenv("EBB_EXECUTOR_CASES"), *first = std::getenv("EBB_EXECUTOR_SEED");
  const int cases = wanted ? std::atoi(wanted) : 250;
  int tried = 0, agreed = 0, packets = 0, controlled = 0, deciding = 0;
  int pausing = 0, dropping = 0, reordering = 0, noticing = 0, worms = 0;
  for (std::uint64_t seed = first ? std::strtoull(first, nullptr, 10) : 1;
       agreed < cases && tried < 40 * cases; ++seed, ++tried) {
    const std::string text = RandomRun(seed).text();
    const auto plain = run_with(text, ExecutorKind::plain);
    if (!plain) continue;
    const auto fast = run_with(text, ExecutorKind::threads);
    ASSERT_TRUE(fast);
    SCOPED_TRACE(fmt::format("seed {}\n{}", seed, text));
    ASSERT_THAT(plain->wrong, testing::IsEmpty());
    ASSERT_THAT(fast->wrong, testing::IsEmpty());
    ASSERT_EQ(fast->digest, plain->digest);
    ASSERT_EQ(fast->batches, plain->batches);
    ASSERT_EQ(fast->hops, plain->hops);
    ASSERT_EQ(fast->sent, plain->sent);
    ASSERT_EQ(fast->messages, plain->messages);
    ASSERT_EQ(fast->flow, plain->flow);
    ASSERT_TRUE(fast->drops == plain->drops);
    ASSERT_EQ(fast->lateness, plain->lateness);
    ASSERT_EQ(fast->reasons, plain->reasons);
    ASSERT_EQ(fast->circle, plain->circle);
    ASSERT_TRUE(fast->decisions == plain->decisions);
    ASSERT_EQ(fast->channels.size(), plain->channels.size());
    for (std::size_t c = 0; c < fast->channels.size(); ++c) {
      ASSERT_EQ(fast->channels[c].busy, plain->channels[c].busy) << "channel " << c;
      ASSERT_EQ(fast->channels[c].bytes, plain->channels[c].bytes) << "channel " << c;
      ASSERT_EQ(fast->channels[c].time_in, plain->channels[c].time_in) << "channel " << c;
      ASSERT_EQ(fast->channels[c].paused, plain->channels[c].paused) << "channel " << c;
      ASSERT_EQ(fast->channels[c].frames, plain->channels[c].frames) << "channel " << c;
      ASSERT_EQ(fast->channels[c].dropped, plain->channels[c].dropped) << "channel " << c;
    }
    ++agreed, packets += plain->delivered > 0, controlled += !plain->reasons.empty();
    deciding += !plain->decisions.empty();
    pausing += plain->pauses > 0, dropping += plain->dropped > 0, reordering += plain->out_of_order > 0;
    noticing += plain->notices > 0;
    worms += plain->delivered > 0 && text.find("wormhole") != std::string::npos;
  }
  EXPECT_EQ(agreed, cases) << "of " << tried << " drawn";
  RecordProperty("agreed", agreed);
  RecordProperty("drawn", tried);
  if (first) return;  // with seeds of others, what happens how often is chance
  EXPECT_GT(packets, cases * 4 / 5) << "in these something must happen";
  EXPECT_GT(controlled, cases / 4);
  EXPECT_GT(deciding, cases / 8);
  EXPECT_GT(pausing, cases / 30);
  EXPECT_GT(dropping, cases / 30);
  EXPECT_GT(noticing, cases / 100);
  EXPECT_GT(worms, cases / 20);
  EXPECT_GT(reordering, cases / 20);
}

}  // namespace
}  // namespace ebb::inline experiment
