// User errors about wormhole switching. Every case is refused with its position in the file and a hint.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "experiment/refusals_testing.hpp"
#include "experiment/run/small_run_testing.hpp"

namespace ebb::inline experiment {
namespace {

using testing::HasSubstr;

class WormRefusals : public testing::Test {
 protected:
  /// The [switch] section begins in line 1. Returns an empty text when nothing is wrong.
  std::string refusal_of(const std::string& switches, const std::string& more = "") {
    const std::string rest = "\n[traffic]\nload = 0.5\n[run]\nmost_time = \"1ms\"\n";
    return refusal_of_run(folder_, "[switch]\n" + switches + "\n" + small_butterfly + more + rest);
  }
  TestFolder folder_;
};

TEST_F(WormRefusals, TakeBuffersSmallerThanAPacket) {
  EXPECT_EQ(refusal_of("forwarding = \"wormhole\"\nflit = \"8B\"\ninput_buffer = \"32B\""), "");
  EXPECT_THAT(refusal_of("forwarding = \"cut_through\"\ninput_buffer = \"32B\""),
              HasSubstr("holds 32 bytes, but a packet"));
  EXPECT_THAT(refusal_of("forwarding = \"worm_hole\""), HasSubstr("wormhole"));
}

TEST_F(WormRefusals, BuffersSmallerThanAFlit) {
  EXPECT_EQ(refusal_of("forwarding = \"wormhole\"\nflit = \"64B\"\noutput_buffer = \"64B\""), "");
  EXPECT_THAT(refusal_of("forwarding = \"wormhole\"\nflit = \"64B\"\noutput_buffer = \"32B\""),
              HasSubstr("switch.output_buffer: is 32 bytes, but a flit has 64"));
  EXPECT_THAT(refusal_of("forwarding = \"wormhole\"\nflit = \"64B\"\ninput_buffer = \"32B\""),
              refused("run.toml:3", "has 64 bytes, but an input buffer only 32", "one flit at least"));
}

TEST_F(WormRefusals, FlowControlWithoutCredits) {
  EXPECT_THAT(refusal_of("forwarding = \"wormhole\"", "[flow]\nname = \"drop\"\n"),
              refused("run.toml:2", "every flit needs a credit, but flow.name is \"drop\"", "credits"));
}

TEST_F(WormRefusals, VirtualLanesThatDoNotFit) {
  const std::string worms = "forwarding = \"wormhole\"";
  EXPECT_EQ(refusal_of(worms, "[lanes]\ncount = 4\nweights = [1, 2, 3, 255]\nhigh = 1\nmap = [3, 2, 1, 0]\n"),
            "");
  EXPECT_EQ(refusal_of("forwarding = \"cut_through\"", "[lanes]\ncount = 2\n"), "");
  EXPECT_THAT(refusal_of("forwarding = \"store_and_forward\"\nflit = \"96B\"\ninput_buffer = \"2100B\"",
                         "[lanes]\ncount = 2\n"),
              refused("run.toml:4", "holds 21 flits, but a packet with its header has 22", "2112 bytes"));
  EXPECT_THAT(refusal_of("forwarding = \"store_and_forward\"\nflit = \"96B\"\noutput_buffer = \"2100B\"",
                         "[lanes]\ncount = 2\n"),
              refused("run.toml:4", "holds 21 flits, but a packet with its header has 22", "leave it out"));
  EXPECT_THAT(refusal_of("forwarding = \"store_and_forward\"\nflit = \"1B\"\ninput_buffer = \"1MiB\"",
                         "[lanes]\ncount = 2\n[host]\npacket = \"60000B\"\n"),
              refused("run.toml:3", "makes 60000 flits of a packet", "8 bytes or more"));
  EXPECT_THAT(
      refusal_of("forwarding = \"cut_through\"", "[lanes]\ncount = 2\n[flow]\nname = \"drop\"\n"),
      refused("run.toml", "is 2, where every flit needs a credit, but flow.name is \"drop\"", "[lanes]"));
  EXPECT_THAT(
      refusal_of(worms + "\nvcs = 2", "[lanes]\ncount = 16\n"),
      refused("run.toml", "each lane has 2 virtual channels: 32 in all, but at most 16", "at most 8 lanes"));
  EXPECT_THAT(refusal_of(worms, "[lanes]\ncount = 17\n"), HasSubstr("17"));
  EXPECT_THAT(refusal_of(worms, "[lanes]\ncount = 2\nweights = [3]\n"),
              refused("run.toml", "are 1, but there are 2 lanes", "one for each lane"));
  EXPECT_THAT(refusal_of(worms, "[lanes]\ncount = 2\nhigh = 3\n"),
              refused("run.toml", "is 3, but there are 2 lanes", "no lane goes before"));
  EXPECT_THAT(refusal_of(worms, "[lanes]\ncount = 2\nmap = [0, 1, 2]\n"),
              refused("run.toml", "leads service level 2 to lane 2, but there are 2 lanes", "raise count"));
  EXPECT_THAT(
      refusal_of(worms, "[lanes]\ncount = 2\nmap = [0, 1]\nshares = [1, 1, 1]\n"),
      refused("run.toml", "has 3 service levels, but map has lanes for 2", "give each level its lane"));
  EXPECT_THAT(refusal_of(worms, "[lanes]\ncount = 2\nshares = [0, 0]\n"),
              refused("run.toml", "are all 0", "three of four messages"));
}

/// Reported for either section that counts flits, and once where both do.
TEST_F(WormRefusals, CellsThatAFlitIsNoMultipleOf) {
  const std::string worms = "forwarding = \"wormhole\"", lanes = "[lanes]\ncount = 2\n";
  for (const std::string cell : {"24", "32", "48"}) {
    const std::string sizes = "flit = \"16B\"\ncell = \"" + cell + "B\"\n";
    EXPECT_EQ(refusal_of(sizes), "") << "without flits there is nothing to hold cells";
    for (const std::string& said :
         {refusal_of(sizes + worms), refusal_of(sizes, lanes), refusal_of(sizes + worms, lanes)}) {
      const std::string complaint = "has " + cell + " bytes, but flits of 16 are no whole cells";
      EXPECT_THAT(said, refused("run.toml:3", complaint, "take flits of " + cell + " bytes, or a multiple"));
      EXPECT_EQ(said.find(complaint), said.rfind(complaint)) << said;
    }
  }
  const std::string whole = "flit = \"64B\"\ncell = \"32B\"\n";
  EXPECT_EQ(refusal_of(whole + worms, lanes), "");
  EXPECT_EQ(refusal_of(whole, lanes), "");
}

TEST_F(WormRefusals, PoliciesThatKeepAnAccountOfWholePackets) {
  EXPECT_THAT(refusal_of("forwarding = \"wormhole\"",
                         "[control]\npolicy = { name = \"latency_bound\", bound = \"5us\" }\n"),
              refused("run.toml", "no delay budget is kept with wormhole switching", "cut_through"));
}

}  // namespace
}  // namespace ebb::inline experiment
