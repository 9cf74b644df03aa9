// What a user may get wrong about wormhole switching. Every case is refused with its place and a way out.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "experiment/refusals_testing.hpp"
#include "experiment/small_run_testing.hpp"

namespace ebb::inline experiment {
namespace {

using testing::HasSubstr;

class WormRefusals : public testing::Test {
 protected:
  /// The [switch] section begins in line 1. Empty when nothing is wrong.
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
  EXPECT_THAT(refusal_of("forwarding = \"wormhole\"\nflit = \"64B\"\ninput_buffer = \"32B\""),
              refused("run.toml:3", "has 64 bytes, but an input buffer only 32", "one flit at least"));
}

TEST_F(WormRefusals, FlowControlWithoutCredits) {
  EXPECT_THAT(refusal_of("forwarding = \"wormhole\"", "[flow]\nname = \"drop\"\n"),
              refused("run.toml:2", "every flit needs a credit, but flow.name is \"drop\"", "credits"));
}

TEST_F(WormRefusals, PoliciesThatKeepAnAccountOfWholePackets) {
  EXPECT_THAT(refusal_of("forwarding = \"wormhole\"",
                         "[control]\npolicy = { name = \"promise\", bound = \"5us\" }\n"),
              refused("run.toml", "that account is kept of whole packets", "cut_through"));
}

}  // namespace
}  // namespace ebb::inline experiment
