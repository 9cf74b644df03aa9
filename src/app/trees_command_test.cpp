#include "app/trees_command.hpp"

#include <gmock/gmock.h>

#include "app/said_testing.hpp"
#include "app/trees_tables.hpp"
#include "base/folder_testing.hpp"

namespace ebb::inline app {
namespace {

using ::testing::HasSubstr;
using ::testing::Not;

TEST(TreesCommand, PrintsKoibuchisSixVlansAndTheirPorts) {
  const Said said = ebb({"trees", "examples/trees-koibuchi.toml", "--switch", "s2"});
  EXPECT_EQ(said.exit_code, succeeded) << said.err;
  EXPECT_THAT(said.out, HasSubstr("s0-s2 s1-s2 s2-s3 s2-s4 s2-s5"));
  EXPECT_THAT(said.out, HasSubstr("s2         1  h22          4  -       2 3 4 5 6 7"));
  EXPECT_THAT(said.out, Not(HasSubstr("s1         1")));
}

TEST(TreesCommand, RefusesMoreVlansThanASwitchHolds) {
  const Said said = ebb({"trees", "examples/trees-koibuchi.toml", "--set", "trees.most_vlans=5"});
  EXPECT_EQ(said.exit_code, bad_input);
  EXPECT_THAT(said.err, HasSubstr("need 6 VLANs, but a switch holds 5"));
}

TEST(TreesCommand, WritesCommandsForLinuxBridges) {
  const Said said = ebb({"trees", "examples/lab-complete.toml", "--bridge", "--switch", "s0"});
  EXPECT_EQ(said.exit_code, succeeded) << said.err;
  EXPECT_THAT(said.out, HasSubstr("bridge vlan add dev s0-p0 vid 2 pvid untagged\n"));
  EXPECT_THAT(said.out, HasSubstr("bridge vlan add dev s0-p0 vid 3 untagged\n"));
  EXPECT_THAT(said.out, HasSubstr("bridge vlan add dev s0-p2 vid 3\n"));
}

TEST(TreesCommand, OffAnswersTheSameQuestionOfATrace) {
  const std::vector<const char*> question{"examples/trees-koibuchi.toml", "--trace",
                                          "examples/search-64.ebbtrace", "--peak", "1MB"};
  const auto asked_of = [&](const char* command, std::vector<const char*> words) {
    words.insert(words.begin(), command);
    return ebb(words);
  };
  const Said trees = asked_of("trees", question), off = asked_of("off", question);
  EXPECT_EQ(off.exit_code, succeeded) << off.err;
  EXPECT_THAT(off.out, HasSubstr("s0-s1"));
  EXPECT_EQ(off.out, trees.out);
  const Said neither = ebb({"off", "examples/trees-koibuchi.toml"});
  EXPECT_EQ(neither.exit_code, bad_input);
  EXPECT_THAT(neither.err, HasSubstr("--demand, or a trace with --trace and --peak"));
}

}  // namespace
}  // namespace ebb::inline app
