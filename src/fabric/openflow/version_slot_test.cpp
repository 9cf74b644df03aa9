#include "fabric/openflow/version_slot.hpp"

#include <gmock/gmock.h>

#include "fabric/openflow/openflow.hpp"
#include "fabric/openflow/rule_tables.hpp"
#include "fabric/rollout/transition.hpp"

namespace ebb::inline fabric {
namespace {

using ::testing::Contains;

const SwitchProgram plain{
    "s0",
    {{18, 9, 0, "in_port=1,dl_type=0x88b5", "set_field:02:00:00:00:00:01->eth_src,IN_PORT"},
     {18, 8, 0, "dl_dst=01:00:00:00:00:00/01:00:00:00:00:00", "output:1,output:2,output:3"},
     {18, 7, 0, "dl_dst=02:00:00:00:00:01", "output:1"},
     {18, 6, 0, "", "group:5"}},
    {{5, "select", {"weight:1,actions=output:2", "weight:1,actions=output:3"}}}};

SwitchProgram second_slot() { return stamped(plain, 2, cookie_of(9), {1, 2, 3}, {true, false, false}); }

TEST(VersionSlot, StampsWhatHostsSendAndTakesTheTagOffForThem) {
  std::vector<std::string> lines;
  for (const FlowRule& rule : second_slot().rules) lines.push_back(flow_text(rule));
  EXPECT_THAT(lines, Contains("cookie=0xebb0000000000009,table=0,priority=62001,in_port=1 "
                              "actions=push_vlan:0x8100,set_field:7858->vlan_vid,goto_table:18"));
  EXPECT_THAT(lines, Contains("cookie=0xebb0000000000009,table=0,priority=62000,in_port=2,dl_vlan=3762 "
                              "actions=goto_table:18"));
  EXPECT_THAT(
      lines,
      Contains("cookie=0xebb0000000000009,table=18,priority=8,dl_vlan=3762,"
               "dl_dst=01:00:00:00:00:00/01:00:00:00:00:00 actions=output:2,output:3,pop_vlan,output:1"));
  EXPECT_THAT(lines,
              Contains("cookie=0xebb0000000000009,table=18,priority=9,in_port=1,dl_vlan=3762,dl_type=0x88b5 "
                       "actions=set_field:02:00:00:00:00:01->eth_src,pop_vlan,IN_PORT"));
}

TEST(VersionSlot, ForwardsATaggedFrameToItsHostWithoutTheTag) {
  const SwitchProgram program = second_slot();
  const auto tables = RuleTables::of(program.rules, program.groups);
  ASSERT_TRUE(tables.ok()) << to_text(tables.problems());
  const Frame tagged{2, 0x020000000001, 0x0800, {slot_tag(2)}};
  const FrameFate fate = tables->process(tagged, 3);
  ASSERT_EQ(fate.sent.size(), 1u);
  EXPECT_EQ(fate.sent[0].port, 1u);
  EXPECT_TRUE(fate.sent[0].frame.tags.empty());
  EXPECT_TRUE(tables->process({2, 0x020000000001, 0x0800, {slot_tag(1)}}, 3).sent.empty())
      << "another version's";
  EXPECT_TRUE(tables->process({2, 0x020000000001, 0x0800, {}}, 3).sent.empty())
      << "only hosts send without a tag";
}

TEST(VersionSlot, KeepsATagThatAHostSends) {
  const SwitchProgram program = second_slot();
  const auto tables = RuleTables::of(program.rules, program.groups);
  const FrameFate fate = tables->process({1, 0x060000000009, 0x0800, {5}}, 1);
  ASSERT_EQ(fate.sent.size(), 1u);
  EXPECT_EQ(fate.sent[0].frame.tags, (std::vector<std::uint16_t>{5, slot_tag(2)}));
}

TEST(TableTransition, TurnsRoundToWhereItCameFrom) {
  TableTransition sides{{stamped(plain, 1, cookie_of(8), {1, 2, 3}, {true, false, false})}, {second_slot()}};
  for (auto* side : {&sides.before, &sides.after}) sort_program(side->front());
  const auto edges = [](const SwitchProgram& program) {
    std::vector<std::uint32_t> slots;
    for (const FlowRule& rule : program.rules)
      if (is_edge_rule(rule)) slots.push_back(slot_of(rule));
    return slots;
  };
  EXPECT_EQ(edges(sides.wanted(RolloutStage::both_before, 0)), (std::vector<std::uint32_t>{1}));
  EXPECT_EQ(edges(sides.wanted(RolloutStage::both_after, 0)), (std::vector<std::uint32_t>{2}));
  EXPECT_EQ(sides.wanted(RolloutStage::after, 0), sides.after[0]);
  EXPECT_EQ(sides.turned().wanted(RolloutStage::both_after, 0), sides.wanted(RolloutStage::both_before, 0));
}

}  // namespace
}  // namespace ebb::inline fabric
