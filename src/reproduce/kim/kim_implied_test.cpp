#include "reproduce/kim/kim_implied.hpp"

#include <gtest/gtest.h>

#include "base/problem.hpp"
#include "base/units.hpp"
#include "config/data_files.hpp"
#include "config/node.hpp"
#include "config/read_fields.hpp"
#include "config/toml_file.hpp"
#include "reproduce/kim/kim_machine.hpp"

namespace ebb::inline reproduce {
namespace {

TEST(KimImplied, SwitchesHaveASixthOfTheLinksPowerAt20Percent) {
  // 80 : 20 at 40 % is a quarter, and doubling from 20 to 60 % makes 40 % one and a half times 20 %.
  EXPECT_NEAR(switches_over_links(0.8, 2, 0.4, 0.2), 1.0 / 6, 1e-12);
  EXPECT_NEAR(switches_over_links(0.8, 2, 0.4, 0.6), 1.0 / 3, 1e-12);
  EXPECT_NEAR(switches_over_links(0.8, 2, 0.2, 0.2), 0.25, 1e-12);
}

TEST(KimImplied, HalfOfTheLinksAreLessThanHalfOfTheEnergy) {
  // All 7/6, with DVS 7/12, of which links 5/12: half of these are 5/14 of it.
  EXPECT_NEAR(most_of_half_off(0.5, 1.0 / 6), 5.0 / 14, 1e-12);
  EXPECT_NEAR(most_of_half_off(0.5, 0), 0.5, 1e-12);
}

TEST(KimImplied, WhatLinksSaveLeavesRoomForAdapters) {
  // A half of all energy is 45 of 90 channels' when links draw everything; then nothing is left for adapters.
  EXPECT_NEAR(most_adapters_for(0.5, 0, KimGraph{}), 0, 1e-12);
  EXPECT_NEAR(most_adapters_for(0.25, 0.5, KimGraph{}), 0.5, 1e-12);
  // Links 1, others 0.5: three quarters left are 0.625 of the links and 0.5.
  EXPECT_NEAR(dvs_links_for(0.75, 0.3, 0.2), 0.625, 1e-12);
}

TEST(KimImplied, FewChannelsMakeLongWays) {
  const KimGraph nodes;
  EXPECT_NEAR(channels_off_for(0.4, 1.0 / 6, nodes), 42, 1e-9);
  // A ring of 15: one switch at each of 1 to 14 hops.
  EXPECT_NEAR(least_hops(15, nodes), 7.5, 1e-12);
  // With all 60, no switch reaches more than 4 at one hop; 4 x 4 walks of two hops reach all others.
  EXPECT_NEAR(least_hops(60, nodes), (4 + 2 * 10) / 14.0, 1e-12);
  // 18, of which 3 are more than a ring's: 18 pairs at one hop, 15 + 3 x 5 at two, 15 + 3 x 9, 15 + 3 x 13.
  EXPECT_NEAR(least_hops(18, nodes), 1 + (192 + 162 + 120 + 66 + 6) / 210.0, 1e-12);
}

TEST(KimImplied, FewChannelsOfAMeshMakeLongerWaysThanAllOfThem) {
  const KimGraph mesh{.switches = 64, .channels = 224, .side = 8};
  // All on: the mean distance of two different switches of a mesh, 2 (k^2 - 1) / (3 k) x k^2 / (k^2 - 1).
  EXPECT_NEAR(least_hops(224, mesh), 16.0 / 3, 1e-12);
  EXPECT_GT(least_hops(75, mesh), 6.5);
  EXPECT_GT(least_hops(80, mesh), least_hops(90, mesh));
  // A bound: a spiral and its way back, a ring of 64, is longer.
  EXPECT_LE(least_hops(64, mesh), 32 + 1e-9);
}

TEST(KimImplied, FewChannelsAreBusy) {
  // A ring carries 15 hosts' 20 % over 7.5 of its 15 channels each.
  EXPECT_NEAR(least_load(15, 0.2, KimGraph{}), 1.5, 1e-12);
}

TEST(KimImplied, CellsInUseAreTimeInBuffers) {
  // 15 hosts at half of 2.5 Gb/s are 18.75 Gb/s; 1 MB is 427 us of that.
  EXPECT_NEAR(microseconds_in_buffers(1e6 / 32, 0.5, 15), 8e6 / 18'750, 1e-9);
}

TEST(KimImplied, MiddleOfAMeshIsFullBelowHalfTheLoad) {
  // Of 64 hosts 32 send 32 of 63 packets over the 8 channels in the middle.
  EXPECT_NEAR(full_middle(8), 8 / (32 * 32 / 63.0), 1e-12);
}

/// Beyond the middle of a row of four, a channel has three quarters of the middle's load: 1.875 packets.
/// Those to hosts are 94 % busy, so their buffers are full.
TEST(KimImplied, ChannelsBehindAFullMiddleLeaveBuffersEmpty) {
  EXPECT_NEAR(mesh_in_use(4, 4), (32 * (2 + 1.875 / 4) + 32) / (96 + 32), 1e-12);
  EXPECT_NEAR(mesh_in_use(8, 4), 0.756, 0.001);
  EXPECT_GT(mesh_in_use(8, 1), mesh_in_use(8, 4));
}

/// 14 other switches, four of them a hop away: 1.71 hops of 15 hosts over 60 channels, 3.9 times as slow.
TEST(KimImplied, SlowLinksAreBusyAndCannotBeOff) {
  const double busy = 0.2 * 15 * (24.0 / 14) / 60 / 0.256;
  EXPECT_NEAR(most_off_at_slowest(0.2, 0.256, {}), (1 - busy) * 60 / 90, 1e-12);
  EXPECT_EQ(most_off_at_slowest(1, 0.256, {}), 0);
}

TEST(KimImplied, WhatLeaksWithDvsFallsBelowSaturation) {
  EXPECT_NEAR(growth_for_equal_leak(56'749.0 / 35'087, 0.1), 6.17, 0.01);
  EXPECT_NEAR(most_growth(0.5, 0.6, 0.7), (6 / 7.0 + 18 / 7.0) / (5 / 7.0 + 25 / 28.0), 1e-12);
}

TEST(KimMachine, IsReadFromItsFile) {
  const auto machine = read_kim_machine();
  ASSERT_TRUE(machine);
  EXPECT_EQ(machine->buffer_packets, 4);
  EXPECT_LT(machine->dvs_low, machine->dvs_high);
}

/// What a configuration states under a section's key.
template <class T>
T stated(const char* file, const char* section, const char* key) {
  T out{};
  Problems problems;
  const auto document = read_toml(data_file(file));
  EXPECT_TRUE(document);
  read_value(*document->find(section)->find(key), key, out, problems);
  EXPECT_TRUE(problems.empty()) << to_text(problems);
  return out;
}

TEST(KimMachine, ConfigurationsThatRunByThemselvesHaveTheSameMachine) {
  const auto machine = read_kim_machine();
  ASSERT_TRUE(machine);
  const Bytes buffer{machine->packet.v * machine->buffer_packets};
  for (const char* file : {"papers/kim-network.toml", "papers/kim-mesh.toml", "papers/kim-video.toml"}) {
    EXPECT_EQ(stated<Bytes>(file, "host", "packet"), machine->packet) << file;
    EXPECT_EQ(stated<Bytes>(file, "switch", "input_buffer"), buffer) << file;
    EXPECT_EQ(stated<Bytes>(file, "switch", "output_queue"), buffer) << file;
  }
  for (const char* file : {"papers/kim-network.toml", "papers/kim-video.toml"})
    EXPECT_EQ(stated<std::int64_t>(file, "topology", "seed"), machine->graph) << file;
}

}  // namespace
}  // namespace ebb::inline reproduce
