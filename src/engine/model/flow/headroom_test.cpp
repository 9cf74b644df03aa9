#include "engine/model/flow/headroom.hpp"

#include <gtest/gtest.h>

#include "topology/star.hpp"

namespace ebb::inline engine {
namespace {

/// 40 Gb/s, 40 ns, packets of 1,000 bytes: the example of docs/notes/worked-examples.md.
const LinkClass cable{"cable", Medium::copper, 40_Gbps, 40_ns};

SwitchSettings pausing_switch() {
  SwitchSettings switches;
  switches.flow.name = FlowControl::pfc;
  return switches;
}

HostSettings thousand_bytes() {
  HostSettings hosts;
  hosts.packet = 1000_B;
  return hosts;
}

TEST(Headroom, IsTheWorkedExampleOfTheDocs) {
  const Headroom h = headroom_of(cable, {}, pausing_switch(), thousand_bytes());
  EXPECT_EQ(h.wait, 200'000);
  EXPECT_EQ(h.reach, 200'000 + 12'800 + 40'000 + 100'000 + 40'000 + 100'000);
  EXPECT_EQ(h.bytes, 2'463 + 1'000);
  EXPECT_EQ(h.largest_xoff(32'768), 29'306);
  EXPECT_EQ(h.buffer_for(29'306), 32'768);
  const PauseLimits limits = pause_limits(cable, {}, pausing_switch(), thousand_bytes());
  EXPECT_EQ(limits.xoff, 29'306);
  EXPECT_EQ(limits.xon, 27'306);
  EXPECT_EQ(limits.refresh, 65'535 * 12'800 / 2);
}

/// docs/notes/worked-examples.md, "Headroom": the switches of Benito's Table III.
TEST(Headroom, IsTheExampleOfThePageOnEthernet) {
  SwitchSettings switches = pausing_switch();
  switches.pipeline = 200_ns;
  const LinkClass global{"global", Medium::optical, 40_Gbps, 400_ns};
  const Headroom near = headroom_of(cable, {}, switches, thousand_bytes());
  EXPECT_EQ(near.reach, 592'800);
  EXPECT_EQ(near.bytes, 2'963 + 1'000);
  const PauseLimits limits = pause_limits(cable, {}, switches, thousand_bytes());
  EXPECT_EQ(limits.xoff, 28'806);
  EXPECT_EQ(limits.xon, 26'806);
  const Headroom far = headroom_of(global, {}, switches, thousand_bytes());
  EXPECT_EQ(far.reach, 1'312'800);
  EXPECT_EQ(far.largest_xoff(32'768), 25'206);
}

TEST(Headroom, HasOnePacketMoreWherePacketsAreStored) {
  SwitchSettings switches = pausing_switch();
  switches.forwarding = Forwarding::store_and_forward;
  EXPECT_EQ(headroom_of(cable, {}, switches, thousand_bytes()).bytes, 2'463 + 2'000);
}

TEST(Headroom, CountsSlowRatesAndTheSilenceBetweenThem) {
  const Headroom h = headroom_of(cable, {10_Gbps, cable.rate, 1_us}, pausing_switch(), thousand_bytes());
  EXPECT_EQ(h.wait, 800'000 + 1'000'000);
  EXPECT_EQ(h.reach, 1'800'000 + 51'200 + 280'000);
}

TEST(Headroom, RefusesABufferThatCouldOverflowWithTheNumberThatWouldDo) {
  Star topology;
  const Network net = topology.build(Cables{});
  SwitchSettings switches = pausing_switch();
  const HostSettings hosts = thousand_bytes();
  const Headroom h = headroom_of(net.classes[0], {}, switches, hosts);
  switches.flow.xoff = 5000_B;
  switches.input_buffer = {h.buffer_for(5000)};
  EXPECT_TRUE(check_headroom(net, {}, switches, hosts).empty());
  switches.input_buffer.v -= 1;
  const Problems problems = check_headroom(net, {}, switches, hosts);
  ASSERT_EQ(problems.size(), 1u);
  EXPECT_EQ(problems[0].where, "flow.xoff");
  EXPECT_NE(problems[0].hint.find(fmt::format("input_buffer = \"{}B\"", h.buffer_for(5000))),
            std::string::npos)
      << problems[0].hint;
  EXPECT_NE(problems[0].hint.find("flow.xoff = \"4999B\""), std::string::npos) << problems[0].hint;
}

TEST(Headroom, RefusesToGoOnWhereTheOtherEndIsStoppedAlready) {
  Star topology;
  const Network net = topology.build(Cables{});
  SwitchSettings switches = pausing_switch();
  const HostSettings hosts = thousand_bytes();
  const std::int64_t xoff =
      headroom_of(net.classes[0], {}, switches, hosts).largest_xoff(switches.input_buffer.v);
  switches.flow.xon = {xoff - 1};
  EXPECT_TRUE(check_headroom(net, {}, switches, hosts).empty());
  switches.flow.xon = {xoff};
  const Problems problems = check_headroom(net, {}, switches, hosts);
  ASSERT_EQ(problems.size(), 1u);
  EXPECT_EQ(problems[0].where, "flow.xon");
  EXPECT_NE(problems[0].hint.find(fmt::format("less than {}", xoff)), std::string::npos) << problems[0].hint;
}

TEST(Headroom, RefusesAPauseThatWouldBeOverBeforeItIsRefreshed) {
  Star topology;
  const Network net = topology.build(Cables{});
  SwitchSettings switches = pausing_switch();
  switches.flow.quanta = 31;  // 31 * 12,800 ps: less than twice 200,000 ps
  const Problems problems = check_headroom(net, {}, switches, thousand_bytes());
  ASSERT_EQ(problems.size(), 1u);
  EXPECT_EQ(problems[0].where, "flow.quanta");
  EXPECT_NE(problems[0].hint.find("32 would do"), std::string::npos) << problems[0].hint;
  switches.flow.quanta = 32;
  EXPECT_TRUE(check_headroom(net, {}, switches, thousand_bytes()).empty());
}

TEST(FlowSettings, RefuseWhatWouldBeForgotten) {
  FlowSettings flow;
  EXPECT_TRUE(flow.check().empty());
  flow.xoff = 5000_B;
  ASSERT_EQ(flow.check().size(), 1u);
  EXPECT_EQ(flow.check()[0].where, "xoff");
  flow.name = FlowControl::pause;
  EXPECT_TRUE(flow.check().empty());
  flow.xon = 5000_B;
  ASSERT_EQ(flow.check().size(), 1u);
  EXPECT_EQ(flow.check()[0].where, "xon");
}

}  // namespace
}  // namespace ebb::inline engine
