// Credits that go back in link packets: rule by rule on a switch made by hand, then in whole simulations.
#include "engine/model/flow/in_band_credits.hpp"

#include <gtest/gtest.h>

#include "engine/control/agreement.hpp"
#include "engine/engine_testing.hpp"
#include "engine/model/switch_testing.hpp"
#include "power/policy/halve_double.hpp"
#include "power/policy/idle_sleep.hpp"
#include "routing/butterfly/dimension_order.hpp"
#include "routing/routing_testing.hpp"

namespace ebb::inline engine::in_band_credits_test {
namespace {

using InBandSwitch = TestSwitchWith<CountedBuffers>;
constexpr OneWay to_host{to_host_1};

struct InBand : TwoSwitches {
  InBand() { switches.flow.credits = CreditReturn::in_band; }
};

/// The event of a tail that leaves the buffer of the cable to the other switch.
void drain(InBandSwitch& context, std::int64_t at, std::uint32_t bytes = 1000) {
  context.now = at;
  CountedCredits::receive_drained(context, 2, 0, bytes);
}

/// Returns when the newest credit of that cable counts at the other switch.
std::int64_t newest(InBandSwitch& context) {
  const CreditLog& log = context.lane_at(2, 0).log;
  return log.base + log.offset[log.entries - 1];
}

TEST(InBandCredits, LeaveWhenThePacketsTailHasLeft) {
  InBand two;
  InBandSwitch context(two);
  arrive(context, to_host, packet_at(context, 2));
  EXPECT_EQ(context.lane_at(2, 0).log.entries, 0u) << "the tail is still in the buffer";
  ASSERT_EQ(context.scheduled.size(), 1u);
  EXPECT_EQ(context.scheduled[0].kind, Kind::drained);
  EXPECT_EQ(context.scheduled[0].at, 1'200'000) << "1,000 bytes at 200 ps";
  EXPECT_EQ(context.scheduled[0].amount, 1000u);
  EXPECT_EQ(context.out[2].free_at, 0) << "the way back is idle until then";
}

TEST(InBandCredits, TakeTheTimeOfTheChannelBack) {
  InBand two;
  InBandSwitch context(two);
  drain(context, 1'200'000);
  EXPECT_EQ(newest(context), 1'200'000 + 8 * 200 + 40'000 + 100'000) << "link packet, cable, credit time";
  EXPECT_EQ(context.out[2].free_at, 1'201'600);
  EXPECT_EQ(context.out[2].busy, 1'600);
  EXPECT_EQ(context.out[2].bytes, 8u);
}

TEST(InBandCredits, WaitForTheWireAndGoTogether) {
  InBand two;
  InBandSwitch context(two);
  context.out[2].free_at = 1'500'000;  // of a packet, or of a transition
  drain(context, 1'200'000);
  EXPECT_EQ(newest(context), 1'500'000 + 1'600 + 140'000);
  drain(context, 1'499'999, 700);
  EXPECT_EQ(newest(context), 1'641'600) << "the link packet has not begun: it states this one too";
  EXPECT_EQ(context.lane_at(2, 0).log.returned(), 1700u);
  EXPECT_EQ(context.out[2].free_at, 1'501'600) << "one link packet for both";
  drain(context, 1'500'000);
  EXPECT_EQ(newest(context), 1'643'200) << "it has begun: the next one follows it";
}

TEST(InBandCredits, AreSlowOverASlowChannel) {
  InBand two;
  const HalveDouble policy;
  two.control = Control(RateLevels({2500_Mbps, 40_Gbps}), policy, 10_us, 1_us);
  InBandSwitch context(two);
  context.out[2].rate -= 1;  // from the fastest level
  drain(context, 1'200'000);
  EXPECT_EQ(newest(context), 1'200'000 + 8 * 3'200 + 140'000);
}

TEST(InBandCredits, GoOverAChannelThatIsOffAtItsSlowestRate) {
  InBand two;
  const HalveDouble policy;
  two.control = Control(RateLevels({{0}, 10_Gbps, 40_Gbps}), policy, 10_us, 1_us);
  InBandSwitch context(two);
  context.out[2].rate -= 2;
  drain(context, 1'200'000);
  EXPECT_EQ(newest(context), 1'200'000 + 8 * 800 + 140'000);
  EXPECT_EQ(context.out[2].free_at, 0) << "nothing is booked on a channel that is off";
}

TEST(InBandCredits, KeepPacketsFromBeingBookedAhead) {
  InBand two;
  InBandSwitch context(two);
  context.out[2].free_at = 1'300'000;
  Packet packet = packet_at(context, 0);
  send(context, to_other_switch, packet);
  EXPECT_TRUE(context.packets_sent.empty()) << "a link packet may come first";
  ASSERT_EQ(context.scheduled.size(), 1u);
  EXPECT_EQ(context.scheduled[0].kind, Kind::wire);
  drain(context, 1'250'000);
  context.now = 1'300'000;
  serve_wire(context, 2, false);
  EXPECT_TRUE(context.packets_sent.empty()) << "it did";
  context.now = 1'301'600;
  serve_wire(context, 2, false);
  EXPECT_EQ(context.packets_sent.size(), 1u);
}

const std::vector<Sharing> some_sharings{{}, {.threads = 2}, {.ranks = 2}, {.ranks = 3, .threads = 2}};

/// Little buffers, so that credits are short.
SimulationSetup in_band(const Network& net, const Traffic& traffic, const Control& control) {
  SimulationSetup setup{net, traffic, control, {}, {}};
  setup.switches.flow.credits = CreditReturn::in_band;
  setup.switches.input_buffer = setup.switches.output_queue = 4000_B;
  setup.hosts.packet = 1000_B;
  return setup;
}

TEST(InBandCredits, AreConservedUnderOverloadAndGiveTheSameBits) {
  const Network net = butterfly(4, 3, 3);
  const UniformPoisson traffic = uniform(net, 1.0);
  const Control control(net.classes[0].rate);
  for (const Forwarding forwarding : {Forwarding::cut_through, Forwarding::store_and_forward}) {
    SimulationSetup setup = in_band(net, traffic, control);
    setup.switches.forwarding = forwarding;
    expect_same_bits(setup, prepared<DimensionOrder>(net), 40_us, some_sharings,
                     [](const Simulation& s) { EXPECT_GT(s.counters().packets_delivered, 3'000u); });
  }
}

TEST(InBandCredits, AreConservedWhileRatesChangeAndCablesGoOff) {
  const Network net = butterfly(4, 3, 3);
  const UniformPoisson traffic = uniform(net, 0.3);
  const HalveDouble halve_double;
  IdleSleep sleep;
  sleep.idle_state = IdleState::off;
  const Control changing(RateLevels({2500_Mbps, 10_Gbps, 40_Gbps}), halve_double, 3_us, 900_ns);
  const Control sleeping(RateLevels({{0}, 10_Gbps, 40_Gbps}), sleep, 3_us, 900_ns);
  for (const Control* control : {&changing, &sleeping})
    expect_same_bits(in_band(net, traffic, *control), prepared<DimensionOrder>(net), 80_us, some_sharings,
                     [](const Simulation& s) { EXPECT_GT(s.counters().packets_delivered, 500u); });
}

TEST(InBandCredits, AreTheSameWithThePlainExecutor) {
  const Network net = butterfly(4, 3, 3);
  const UniformPoisson traffic = uniform(net, 0.6);
  const HalveDouble halve_double;
  const Control control(RateLevels({2500_Mbps, 10_Gbps, 40_Gbps}), halve_double, 3_us, 900_ns);
  const DimensionOrder routing = prepared<DimensionOrder>(net);
  std::array<std::uint64_t, 2> digests{};
  for (const ExecutorKind executor : {ExecutorKind::threads, ExecutorKind::plain}) {
    SimulationSetup setup = in_band(net, traffic, control);
    setup.executor = executor;
    SimulationOf<DimensionOrder> simulation(setup, routing);
    simulation.run_until(60_us);
    expect_balanced(simulation);
    digests[executor == ExecutorKind::plain] = simulation.counters().digest;
  }
  EXPECT_EQ(digests[0], digests[1]);
}

}  // namespace
}  // namespace ebb::inline engine::in_band_credits_test
