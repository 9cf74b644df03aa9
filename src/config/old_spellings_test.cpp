#include "config/old_spellings.hpp"

#include <gtest/gtest.h>

#include "config/toml_file.hpp"

namespace ebb::inline config {
namespace {

TEST(OldSpellings, AreReadAsTodaysWithANoticeEach) {
  const auto root =
      parse_toml("[flow]\nname = \"class_pause\"\nstop = \"9kB\"\n[routing]\nname = \"clos_hash\"\n", "f");
  ASSERT_TRUE(root);
  EXPECT_EQ(root->find("flow")->find("name")->text, "pfc");
  EXPECT_EQ(root->find("flow")->find("xoff")->text, "9kB");
  EXPECT_EQ(root->find("flow")->find("stop"), nullptr);
  EXPECT_EQ(root->find("routing")->find("name")->text, "clos_ecmp");
  ASSERT_EQ(root->notices.size(), 3u);
  EXPECT_EQ(root->notices[0], "f:2:1: flow.name: \"class_pause\" is now spelled \"pfc\"");
}

TEST(OldSpellings, AreFoundInListsAndInTheParametersOfASweep) {
  const auto root = parse_toml(
      "compare = [\"promise\", {name = \"idle_sleep\", rest = \"off\"}]\n"
      "[sweep]\n\"control.policy.rest\" = [\"off\", \"slowest\"]\n\"routing.name\" = [\"clos_hash\"]\n",
      "f");
  ASSERT_TRUE(root);
  EXPECT_EQ(root->find("compare")->items[0].text, "latency_bound");
  EXPECT_NE(root->find("compare")->items[1].find("idle_state"), nullptr);
  EXPECT_NE(root->find("sweep")->find("control.policy.idle_state"), nullptr);
  EXPECT_EQ(root->find("sweep")->find("routing.name")->items[0].text, "clos_ecmp");
}

TEST(OldSpellings, LeaveTheSameWordsElsewhereAlone) {
  const auto root = parse_toml("[plan]\ntitle = \"promise\"\n[lab]\nstop = 1\n", "f");
  ASSERT_TRUE(root);
  EXPECT_TRUE(root->notices.empty());
  EXPECT_EQ(root->find("plan")->find("title")->text, "promise");
}

TEST(OldSpellings, OfOnePolicyLeaveTheKeysOfOthersAlone) {
  const auto root = parse_toml("[control]\npolicy = { name = \"dynamic_topology\", room = 0.5 }\n", "f");
  ASSERT_TRUE(root);
  EXPECT_NE(root->find("control")->find("policy")->find("max_detour_load"), nullptr);
  EXPECT_EQ(root->notices.size(), 1u);
  const auto other = parse_toml("[control]\npolicy = { room = 0.5, name = \"of_a_plugin\" }\n", "f");
  ASSERT_TRUE(other);
  EXPECT_NE(other->find("control")->find("policy")->find("room"), nullptr);
  EXPECT_TRUE(other->notices.empty());
  const auto swept = parse_toml("[sweep]\n\"control.policy.room\" = [0.5, 0.6]\n", "f");
  ASSERT_TRUE(swept);
  EXPECT_NE(swept->find("sweep")->find("control.policy.max_detour_load"), nullptr);
}

TEST(OldSpellings, OfRoutingsThatHashAreThoseOfEcmp) {
  for (const char* text : {"routing = \"butterfly_hash\"\n", "[routing]\nname = \"butterfly_hash\"\n"}) {
    const auto root = parse_toml(text, "f");
    ASSERT_TRUE(root);
    const Node& routing = *root->find("routing");
    EXPECT_EQ((routing.find("name") ? *routing.find("name") : routing).text, "butterfly_ecmp");
    EXPECT_EQ(root->notices.size(), 1u);
  }
}

}  // namespace
}  // namespace ebb::inline config
