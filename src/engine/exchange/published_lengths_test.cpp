// What a routing reads of other switches' queues, checked against closed forms.
#include "engine/exchange/published_lengths.hpp"

#include "engine/engine_testing.hpp"
#include "routing/dragonfly/dragonfly_minimal.hpp"
#include "topology/dragonfly.hpp"

namespace ebb::inline engine {
namespace {

struct Reading {
  std::int64_t entered = 0, queue_length = 0;
};

/// Minimal routing that records, for each packet of host 0, what it reads of the first global queue of switch
/// 1.
struct Watcher : DragonflyMinimal {
  std::optional<Picoseconds> delay;
  std::vector<Reading>* readings = nullptr;

  static constexpr bool reads_published = true;
  std::uint16_t first_published() const { return 2; }
  std::optional<Picoseconds> publication_delay() const { return delay; }
  std::uint32_t published_neighbourhood(SwitchId) const { return 0; }

  template <class QueueLength>
  Hop route(SwitchId here, Route& packet, const QueueLength& queue_length, std::uint64_t salt) const {
    if (here == 0 && packet.hops == 0)  // the salt is the time, host 0 adds nothing to it
      readings->push_back({static_cast<std::int64_t>(salt), queue_length.published(1, 5)});
    return DragonflyMinimal::route(here, packet, queue_length, salt);
  }
};

constexpr std::int64_t wire = 200'000, hop = 40'000 + 100'000;  // a packet of 1,000 bytes at 40 Gb/s

/// Hosts 2 and 3 of switch 1 send a packet each to group 3 at time 0, over the same global channel: its wire
/// is busy from `hop` on for two packets. Host 0 reads the queue length every 37 ns.
std::vector<Reading> readings_with(std::optional<Picoseconds> delay, const Sharing& way,
                                   std::int64_t* window) {
  Dragonfly topology;
  topology.a = 4, topology.p = 2, topology.h = 2;
  Cables cables;
  cables.copper_delay = cables.optical_delay = cables.backplane_delay = 40_ns;
  const Network net = topology.build(cables);
  ScriptedTraffic traffic;
  for (HostId from : {2u, 3u})
    traffic.lines.push_back({from, {.at = {0}, .destination = 3 * 8, .size = 1000_B, .tag = 0}});
  for (std::int64_t i = 0; i < 40; ++i)
    traffic.lines.push_back({0, {.at = {i * 37'000}, .destination = 1, .size = 100_B, .tag = 0}});
  std::vector<Reading> readings;
  Watcher routing;
  routing.delay = delay, routing.readings = &readings;
  routing.prepare(net);
  const Control control(net.classes[0].rate);
  SimulationSetup setup{net, traffic, control, {}, {}};
  setup.switches.pipeline = 100_ns, setup.switches.credit_time = 50_ns;
  *window = NetworkState::lookahead_of(net, setup.switches);
  on_each_rank(setup, routing, way, [](Simulation& simulation) {
    simulation.run_until(1_us);
    simulation.run_until(5_us);
    expect_balanced(simulation);
  });
  return readings;
}

/// The queue length at the end of a window, from the time on at which the two packets are queued.
std::int64_t length_at(std::int64_t end_of_window) {
  if (end_of_window <= hop) return 0;
  return std::max<std::int64_t>(0, hop + 2 * wire - end_of_window) / 200;  // picoseconds per byte
}

void expect_age(std::optional<Picoseconds> delay, std::int64_t windows_old) {
  // With 36 ranks each switch has a rank of its own.
  for (const Sharing& way : {Sharing{}, {.threads = 2}, {.ranks = 36}}) {
    std::int64_t window = 0;
    const auto readings = readings_with(delay, way, &window);
    ASSERT_EQ(readings.size(), 40u);
    bool seen = false;
    for (const Reading& r : readings) {
      const std::int64_t start = (r.entered + hop) / window * window;
      EXPECT_NEAR(static_cast<double>(r.queue_length),
                  static_cast<double>(length_at(start - windows_old * window)), 1)
          << "by the packet of time " << r.entered;
      seen = seen || r.queue_length > 0;
    }
    EXPECT_TRUE(seen);
  }
}

TEST(PublishedLengths, ShowsTheEndOfTheLastWindowWhenNewsTakeNoTime) { expect_age(std::nullopt, 0); }

TEST(PublishedLengths, IsAsManyWholeWindowsOlderAsNewsTakeOverACableAndThroughAPipeline) {
  std::int64_t window = 0;
  readings_with(std::nullopt, {}, &window);
  ASSERT_EQ(window, 90'000);            // the delay and the credits' time
  expect_age(40_ns, 2);                 // 140 ns
  expect_age(Picoseconds{170'000}, 3);  // 270 ns, three windows to the picosecond
  expect_age(Picoseconds{170'001}, 4);
}

TEST(PublishedLengths, ReadsTheLastWindowThatWasHandledWhenOthersWereSkipped) {
  PublishedLengths published_lengths;
  published_lengths.slots = 3, published_lengths.age = 1;
  PublishedPlace place;
  place.open(published_lengths);
  const auto read_in = [&](std::int64_t number) {
    place.begin(published_lengths, number * 10, 10);
    const std::int64_t shown = place.window[place.reading];
    place.writing = (place.writing + 1) % published_lengths.slots;
    return shown;
  };
  EXPECT_EQ(read_in(0), INT64_MIN);
  EXPECT_EQ(read_in(1), INT64_MIN);
  EXPECT_EQ(read_in(2), 0);
  EXPECT_EQ(read_in(3), 1);
  EXPECT_EQ(read_in(7), 3);
  EXPECT_EQ(place.as_of, 60);
  EXPECT_EQ(read_in(8), 3);
  EXPECT_EQ(read_in(9), 7);
}

}  // namespace
}  // namespace ebb::inline engine
