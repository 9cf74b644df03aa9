#include "experiment/read/configuration.hpp"

#include <gtest/gtest.h>

#include "base/folder_testing.hpp"
#include "catalogue/topologies.hpp"
#include "config/write_toml.hpp"
#include "topology/flattened_butterfly.hpp"

namespace ebb::inline experiment::configuration_test {
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

TEST_F(ConfigurationFile, ASettingReplacesWholeTablesAndWhatBelongsToAnotherName) {
  const auto set = [&](const std::string& file, const std::vector<std::string>& settings,
                       const char* section) {
    const auto c = Configuration::read(write(file), settings);
    EXPECT_TRUE(c);
    const Node* node = c ? find_path(c->root(), section) : nullptr;
    return node ? toml_value(*node) : "";
  };
  const std::string table = "[control]\npolicy = { name = \"halve_double\", target = 0.25 }\n";
  const char* policy = "control.policy";
  EXPECT_EQ(set(table, {"control.policy.name=static"}, policy), "{ name = \"static\" }");
  EXPECT_EQ(set(table, {"control.policy.name=halve_double"}, policy),
            "{ name = \"halve_double\", target = 0.25 }");
  EXPECT_EQ(set(table, {"control.policy={name=\"latency_bound\",percent=20}"}, policy),
            "{ name = \"latency_bound\", percent = 20 }");
  EXPECT_EQ(set(table, {"control.policy.rate=1Gb/s", "control.policy.name=static"}, policy),
            "{ name = \"static\", rate = \"1Gb/s\" }");
  EXPECT_EQ(set("[control]\npolicy = \"halve_double\"\n", {"control.policy.target=0.5"}, policy),
            "{ name = \"halve_double\", target = 0.5 }");
  EXPECT_EQ(set(table, {"control.policy.name=statik"}, policy), "{ name = \"statik\", target = 0.25 }")
      << "only the name is to be complained about";
  EXPECT_EQ(set("[routing]\nname = \"ugal_l\"\nthreshold = \"1KiB\"\n", {"routing.name=valiant"}, "routing"),
            "{ name = \"valiant\" }");
  EXPECT_EQ(set("routing = \"ugal_l\"\n", {"routing.threshold=2KiB"}, "routing"),
            "{ name = \"ugal_l\", threshold = \"2KiB\" }");
  EXPECT_EQ(set(text, {"topology={name=\"star\"}"}, "topology"), "{ name = \"star\" }");
  const std::string traffic = "[traffic]\nload = 0.5\npattern = { name = \"hot_spot\", fraction = 0.5 }\n";
  EXPECT_EQ(set(traffic, {"traffic.pattern.name=uniform"}, "traffic"),
            "{ load = 0.5, pattern = { name = \"uniform\" } }");
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
}  // namespace ebb::inline experiment::configuration_test
