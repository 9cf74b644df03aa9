#include "routing/tables/rule_lookup.hpp"

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include "base/random.hpp"
#include "rules/tables/block_routing.hpp"
#include "rules/tables/compacted_table.hpp"
#include "rules/trees/random_plan_testing.hpp"
#include "topology/dragonfly.hpp"

namespace ebb::inline routing {
namespace {

/// Seeded once by rapidcheck: taking each number from it would take minutes.
Random numbers(1, routing_stream);
std::uint32_t draw(std::uint32_t from, std::uint32_t end) {
  return from + static_cast<std::uint32_t>(numbers.below(end - from));
}

/// Ternaries over the bits of a plan that ignore most of them, so that many overlap.
Ternary random_match(unsigned bits) {
  const Address all = (Address{1} << bits) - 1;
  const Address mask = draw(0, 1u << bits) & draw(0, 1u << bits) & all;
  return {draw(0, 1u << bits) & mask, mask};
}

/// Rules that compare anything, in up to three stages. Priorities differ: no ties to break.
ForwardingTable random_table(unsigned bits, std::uint32_t ports) {
  ForwardingTable table;
  const std::uint32_t count = draw(0, 12);  // trees of rules without any order grow very fast
  for (std::uint32_t i = 0; i < count; ++i) {
    Rule rule{.destination = random_match(bits), .source = random_match(bits)};
    if (draw(0, 4)) rule.source = {};
    if (draw(0, 3) == 0) rule.in_port = draw(0, ports);
    if (draw(0, 3) == 0) rule.service = static_cast<ServiceClass>(draw(0, 3));
    if (draw(0, 6) == 0) rule.service = from_host;
    rule.priority = static_cast<std::uint16_t>(count - i);
    rule.out_port = draw(0, ports);
    rule.stage = static_cast<std::uint8_t>(draw(0, 3));
    if (draw(0, 2)) rule.condition = {Signal::pause, draw(0, 2) == 1, draw(0, ports)};
    rule.change = {static_cast<ClassChange::Kind>(draw(0, 3)), static_cast<ServiceClass>(draw(0, 4))};
    table.rules.push_back(rule);
  }
  sort_rules(table);
  return table;
}

Header random_header(const AddressPlan& plan, std::uint32_t hosts, std::uint32_t ports) {
  const std::uint32_t service = draw(0, 4);
  return {plan.address(draw(0, hosts)), plan.address(draw(0, hosts)), draw(0, ports),
          service == 3 ? from_host : static_cast<ServiceClass>(service)};
}

RC_GTEST_PROP(RuleLookup, FindsWhatTheTableSaysInEveryStage, ()) {
  static const Network network = [] {
    Dragonfly t;
    t.a = 4, t.p = 2, t.h = 2;
    return t.build(Cables{});
  }();
  numbers = Random(any_in_range(0, 1'000'000), routing_stream);
  const bool flat = draw(0, 4) == 0;
  const AddressPlan plan = flat ? AddressPlan::flat(network.hosts) : block_routing(network)->plan();
  const std::uint32_t ports = network.ports_of(0);
  RuleLookup lookup;
  lookup.begin(network, plan);
  std::vector<ForwardingTable> tables;
  for (SwitchId s = 0; s < 3; ++s) {
    tables.push_back(random_table(flat ? 7 : plan.bits(), ports));
    lookup.add(s, ports, tables.back());
  }
  lookup.finish();
  for (int i = 0; i < 50; ++i) {
    const SwitchId s = draw(0, 3);
    const Header header = random_header(plan, network.hosts, ports);
    const SwitchId to = network.switch_of_host(plan.host(header.destination));
    const auto asked = [&](RuleLookup::Key key) -> std::uint32_t {
      if (key == RuleLookup::Key::source) return static_cast<std::uint32_t>(header.source);
      if (key == RuleLookup::Key::input) return header.in_port;
      if (key == RuleLookup::Key::service)
        return header.service == from_host ? RuleLookup::no_service : header.service;
      return key == RuleLookup::Key::destination ? static_cast<std::uint32_t>(header.destination)
                                                 : lookup.address_of_switch(to);
    };
    for (std::uint32_t stage = 0; stage < lookup.stages(); ++stage) {
      const std::uint32_t root = lookup.root(s, stage);
      const std::uint32_t found = lookup.follow(root, asked);
      const Rule* wanted = nullptr;
      for (const Rule& rule : tables[s].rules)
        if (rule.stage == stage && !wanted && rule.matches(header)) wanted = &rule;
      RC_ASSERT((found != RuleLookup::no_match) == (wanted != nullptr));
      if (stage == 0) RC_ASSERT(lookup.follow(lookup.first_entry(s, to), asked) == found);
      if (!wanted) continue;
      const RuleAnswer& answer = lookup.answer(found);
      RC_ASSERT(answer.port == wanted->out_port);
      RC_ASSERT(answer.change == wanted->change);
      RC_ASSERT(answer.signal == wanted->condition.signal);
      RC_ASSERT(answer.while_busy == wanted->condition.while_busy);
      RC_ASSERT(answer.watched_port == wanted->condition.port);
    }
  }
}

TEST(RuleLookup, KeepsAlikePartsOnce) {
  Dragonfly t;
  t.a = 8, t.p = 4, t.h = 4;
  const Network network = t.build(Cables{});
  const auto blocks = block_routing(network);
  const auto bytes_of = [&](std::uint32_t switches) {
    RuleLookup lookup;
    lookup.begin(network, blocks->plan());
    for (SwitchId s = 0; s < switches; ++s)
      lookup.add(s, network.ports_of(s), compacted_table(*blocks, s % 8));  // tables of one group, repeated
    lookup.finish();
    return lookup.bytes();
  };
  EXPECT_LT(bytes_of(64), bytes_of(8) + 64);
}

}  // namespace
}  // namespace ebb::inline routing
