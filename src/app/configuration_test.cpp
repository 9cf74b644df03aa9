#include "app/configuration.hpp"

#include <gtest/gtest.h>

#include "app/topologies.hpp"
#include "base/test_folder.hpp"
#include "topology/flattened_butterfly.hpp"

namespace ebb {
namespace {

class ConfigurationFile : public testing::Test {
 protected:
  std::string write(const std::string& content) { return folder_.write("test.toml", content); }

 private:
  TestFolder folder_;
};

const std::string text = "[topology]\nname = \"flattened_butterfly\"\nk = 4\n[cables]\nrate = \"10Gb/s\"\n";

TEST_F(ConfigurationFile, GivesSectionsAndKeepsDefaults) {
  auto c = Configuration::read(write(text));
  ASSERT_TRUE(c);
  Cables cables;
  c->section("cables", cables);
  EXPECT_EQ(cables.rate, 10_Gbps);
  EXPECT_EQ(cables.copper_delay, Cables{}.copper_delay);
  EXPECT_NE(c->named_section("topology", topologies()), nullptr);
  EXPECT_TRUE(c->finish().empty());
}

TEST_F(ConfigurationFile, SettingsGoBeforeTheFile) {
  auto c = Configuration::read(write(text), {"cables.rate=40Gb/s", "topology.k=3", "topology.sizes=[2, 5]"});
  ASSERT_TRUE(c);
  Cables cables;
  c->section("cables", cables);
  EXPECT_EQ(cables.rate, 40_Gbps);
  const auto topology = c->named_section("topology", topologies());
  ASSERT_NE(topology, nullptr);
  EXPECT_EQ(topology->facts().switches, 10);
}

TEST_F(ConfigurationFile, RefusesSettingsThatAreNone) {
  for (const std::string bad : {"", "plan", "=3", "plan.load=\"", "a\nb=1"}) {
    auto c = Configuration::read(write(text), {bad});
    ASSERT_TRUE(c);
    EXPECT_EQ(c->finish().size(), 1u) << bad;
  }
}

TEST_F(ConfigurationFile, RefusesUnknownSectionsWithTheNearest) {
  auto c = Configuration::read(write(text + "[cabels]\nrate = \"1Gb/s\"\n"));
  ASSERT_TRUE(c);
  const Problems problems = c->finish();
  ASSERT_EQ(problems.size(), 1u);
  EXPECT_NE(problems[0].hint.find("did you mean \"cables\"?"), std::string::npos);
}

TEST_F(ConfigurationFile, SaysThatARequiredSectionIsMissing) {
  auto c = Configuration::read(write("[cables]\nrate = \"1Gb/s\"\n"));
  ASSERT_TRUE(c);
  EXPECT_EQ(c->named_section("topology", topologies()), nullptr);
  EXPECT_EQ(c->finish().size(), 1u);
}

TEST_F(ConfigurationFile, SurvivesSectionsThatAreNoTables) {
  for (const std::string odd : {"topology = 3\ncables = 4\n", "topology = []\ncables = \"x\"\n",
                                "[[topology]]\nname = \"star\"\n[[cables]]\n"}) {
    auto c = Configuration::read(write(odd));
    ASSERT_TRUE(c);
    Cables cables;
    c->section("cables", cables);
    EXPECT_EQ(c->named_section("topology", topologies()), nullptr);
    EXPECT_GE(c->finish().size(), 2u) << odd;
  }
}

}  // namespace
}  // namespace ebb
