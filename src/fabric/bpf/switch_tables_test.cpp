#include "fabric/bpf/switch_tables.hpp"

#include <gmock/gmock.h>
#include <rapidcheck/gtest.h>

#include <set>

#include "fabric/bpf/colliding_flows.hpp"
#include "fabric/openflow/table_choice.hpp"
#include "rules/tables/address.hpp"
#include "rules/tables/block_routing.hpp"
#include "topology/dragonfly.hpp"
#include "topology/flattened_butterfly.hpp"
#include "topology/folded_clos.hpp"

namespace ebb::inline fabric {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::Pair;

Network butterfly() {
  FlattenedButterfly t;
  t.k = 2, t.n = 3, t.c = 2;
  return t.build({});
}

Network dragonfly() {
  Dragonfly t;
  t.a = 4, t.p = 2, t.h = 2, t.g = 5;
  return t.build({});
}

Network clos() {
  FoldedClos t;
  t.levels = 3, t.radix = 4;
  return t.build({});
}

TableChoice on_queues(Adaptivity kind, std::uint32_t alternatives) {
  return TableChoice(Conditions{kind, alternatives, Signal::queue, Signal::queue});
}

/// What the program does with a frame: lab/bpf_switch.c, try_tuple() and forward_by_rules().
std::uint32_t output_of(const KernelTables& tables, KernelKey frame, const std::set<std::uint32_t>& busy) {
  std::uint32_t first = no_id, decided = no_id;
  for (std::uint32_t t = 0; t < tables.tuples.size(); ++t) {
    const KernelTuple& tuple = tables.tuples[t];
    if (tuple.stage == decided) continue;
    const KernelKey key{frame.destination & tuple.destination, frame.source & tuple.source, t,
                        tuple.with_port ? frame.in_port : no_id};
    const auto rule = std::find_if(tables.rules.begin(), tables.rules.end(),
                                   [&](const auto& entry) { return entry.first == key; });
    if (rule == tables.rules.end()) continue;
    decided = tuple.stage;
    if (first == no_id) first = rule->second.out_port;
    const bool is_long = busy.contains(rule->second.watched_port);
    if (rule->second.signal == KernelSignal::none || is_long == (rule->second.while_busy != 0))
      return rule->second.out_port;
  }
  return first;
}

void expect_same_outputs(const Network& network, const TableChoice& choice) {
  const auto routing = block_routing(network);
  const AddressPlan addresses = address_plan(*routing, choice.organisation);
  const SwitchId s = *rc::gen::inRange<SwitchId>(0, network.switches());
  const ForwardingTable table = table_of(*routing, s, choice);
  const auto tables = kernel_tables(table);
  RC_ASSERT(tables.ok());
  const auto busy =
      *rc::gen::container<std::set<std::uint32_t>>(rc::gen::inRange<std::uint32_t>(0, network.ports_of(s)));
  for (HostId from = 0; from < network.hosts; ++from)
    for (HostId to = 0; to < network.hosts; ++to) {
      const Header header{addresses.address(to), addresses.address(from),
                          *rc::gen::inRange<std::uint32_t>(0, network.ports_of(s))};
      const Rule* rule = followed(
          table, header, [&](Signal, std::uint32_t port, ServiceClass) { return busy.contains(port); });
      RC_ASSERT(output_of(*tables, {mac_of(header.destination), mac_of(header.source), 0, header.in_port},
                          busy) == (rule ? rule->out_port : no_id));
    }
}

RC_GTEST_PROP(KernelTables, SendFramesWhereTheTableOfThePlanDoes, ()) {
  switch (*rc::gen::inRange(0, 5)) {
    case 0:
      return expect_same_outputs(butterfly(), on_queues(Adaptivity::minimal, 1));
    case 1:
      return expect_same_outputs(dragonfly(), on_queues(Adaptivity::non_minimal, 2));
    case 2:
      return expect_same_outputs(clos(), on_queues(Adaptivity::minimal, 1));
    case 3:
      return expect_same_outputs(clos(), TableChoice(Organisation::per_switch));
    default:
      return expect_same_outputs(dragonfly(), TableChoice(Organisation::flat));
  }
}

TEST(KernelTables, RefuseConditionsThatNoPortOfALabKnows) {
  const Network network = dragonfly();
  const auto routing = block_routing(network);
  for (const Signal signal : {Signal::pause, Signal::congestion_notification}) {
    const auto tables = kernel_tables(
        table_of(*routing, 0, TableChoice(Conditions{Adaptivity::non_minimal, 1, signal, signal})));
    ASSERT_FALSE(tables.ok());
    EXPECT_THAT(to_text(tables.problems()), HasSubstr("trigger = \"queue\""));
  }
}

TEST(KernelTables, RefuseTablesThatDoNotFit) {
  ForwardingTable table;
  for (std::uint16_t priority = 0; priority <= most_kernel_tuples; ++priority)
    table.rules.push_back({.destination = {0, all_address_bits}, .priority = priority});
  EXPECT_THAT(to_text(kernel_tables(table).problems()), HasSubstr("256 combinations"));
  table.rules.pop_back();
  EXPECT_TRUE(kernel_tables(table).ok());
}

/// Switches 0 1 / 2 3, ports 0 and 1 to hosts, 2 along the row, 3 along the column. From switch 0 to switch 3
/// the last dimension is the default.
TEST(CollidingFlows, ShareADefaultPortThatHasAnAlternative) {
  const Network network = butterfly();
  const auto routing = block_routing(network);
  const CollidingFlows found = colliding_flows(network, *routing, on_queues(Adaptivity::minimal, 1));
  EXPECT_EQ(found.at, 0u);
  EXPECT_THAT(found.flows, ElementsAre(Pair(0u, 6u), Pair(1u, 7u)));
  EXPECT_NE(found.port, found.alternative);
  EXPECT_EQ(found.destination, mac_of(routing->plan().address(7)));
}

TEST(CollidingFlows, AreNoneWithoutConditionalRules) {
  const Network network = butterfly();
  EXPECT_TRUE(colliding_flows(network, *block_routing(network), TableChoice()).flows.empty());
}

}  // namespace
}  // namespace ebb::inline fabric
