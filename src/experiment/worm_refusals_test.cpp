// What a user may get wrong about wormhole switching. Every case is refused with its place and a way out.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "base/folder_testing.hpp"
#include "experiment/prepared_run.hpp"
#include "experiment/run_config.hpp"
#include "experiment/small_run_testing.hpp"

namespace ebb::inline experiment {
namespace {

using testing::AllOf, testing::HasSubstr;

class WormRefusals : public testing::Test {
 protected:
  /// The [switch] section begins in line 1. Empty when nothing is wrong.
  std::string refusal_of(const std::string& switches, const std::string& more = "") {
    const std::string rest = "\n[traffic]\nload = 0.5\n[run]\nmost_time = \"1ms\"\n";
    auto input = read_run(
        folder_.write("run.toml", "[switch]\n" + switches + "\n" + small_butterfly + more + rest), {});
    if (!input) return to_text(input.problems());
    const auto prepared = prepare_run(std::move(*input));
    return prepared ? "" : to_text(prepared.problems());
  }
  TestFolder folder_;
};

auto refused(const std::string& where, const std::string& what, const std::string& hint) {
  return AllOf(HasSubstr(where + ":"), HasSubstr(what), HasSubstr("hint: "), HasSubstr(hint));
}

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
