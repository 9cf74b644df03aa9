#include "experiment/fit/buffer_fit.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "topology/star.hpp"

namespace ebb::inline experiment {
namespace {

/// Four hosts on one switch at 40 Gb/s, cables of this delay. A packet of 2,000 B takes 400 ns on the wire.
Network star_with(Picoseconds delay) {
  Star star;
  star.hosts = 4;
  Cables cables;
  cables.copper_delay = delay;
  return star.build(cables);
}

SwitchSettings with_buffer(Bytes buffer) {
  SwitchSettings switches;
  switches.input_buffer = buffer;
  return switches;
}

TEST(ShortBuffer, IsOneThatHoldsLessThanComesBeforeACreditIsBack) {
  // The credit returns after 400 + 2 x 5,000 + 100 + 100 ns, which is 26.5 packets. So 27 fill the wire, and
  // 16 carry 60.4 %.
  const auto found = short_buffer(with_buffer(Bytes{32'000}), Bytes{2'000}, star_with(5_us));
  ASSERT_TRUE(found);
  EXPECT_EQ(found->back, 10'600_ns);
  EXPECT_EQ(found->needed.v, 54'000);
  EXPECT_NEAR(found->share, 16 * 400 / 10'600.0, 1e-12);
  EXPECT_FALSE(short_buffer(with_buffer(Bytes{54'000}), Bytes{2'000}, star_with(5_us)));
  EXPECT_FALSE(short_buffer(with_buffer(Bytes{32'000}), Bytes{2'000}, star_with(25_ns)));
}

/// A stored packet of 400 ns is received first. It leaves at twice the wire's rate, or with lanes at the
/// wire's.
TEST(ShortBuffer, IsShorterForStoredPackets) {
  SwitchSettings switches = with_buffer(Bytes{4'000});
  EXPECT_FALSE(short_buffer(switches, Bytes{2'000}, star_with(25_ns)));  // 650 ns
  switches.forwarding = Forwarding::store_and_forward;
  auto found = short_buffer(switches, Bytes{2'000}, star_with(25_ns));
  ASSERT_TRUE(found);
  EXPECT_EQ(found->back, 850_ns);
  EXPECT_NEAR(found->share, 800 / 850.0, 1e-12);
  switches.lanes.count = 2;
  found = short_buffer(switches, Bytes{2'000}, star_with(25_ns));
  ASSERT_TRUE(found);
  EXPECT_EQ(found->back, 1'050_ns);
  EXPECT_EQ(found->needed.v, 6'000);
}

TEST(ShortBuffer, IsNoMatterOfNetworksThatDropOrPause) {
  SwitchSettings switches = with_buffer(Bytes{32'000});
  switches.flow.name = FlowControl::drop;
  EXPECT_FALSE(short_buffer(switches, Bytes{2'000}, star_with(5_us)));
}

TEST(ShortBuffer, IsSaidWithTheBufferThatItTakes) {
  HostSettings hosts;
  hosts.packet = Bytes{2'000};
  EXPECT_THAT(short_buffer_text(with_buffer(Bytes{32'000}), hosts, star_with(5_us)),
              testing::HasSubstr("a virtual channel carries 60.4 % of a channel at most; all of it takes "
                                 "switch.input_buffer = \"53KiB\" instead of 32kB"));
  EXPECT_EQ(short_buffer_text(with_buffer(Bytes{32'000}), hosts, star_with(25_ns)), "");
}

}  // namespace
}  // namespace ebb::inline experiment
