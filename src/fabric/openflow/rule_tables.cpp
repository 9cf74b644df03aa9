#include "fabric/openflow/rule_tables.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "base/digest.hpp"
#include "base/problem.hpp"
#include "fabric/openflow/openflow.hpp"

namespace ebb::inline fabric {
namespace {

constexpr std::size_t none = ~std::size_t{0};
constexpr std::uint32_t no_tag = 0xffff;
constexpr std::uint16_t tag_bits = 0xfff;

Problem placed(const std::string& where, const Problems& problems) {
  Problem problem = problems.front();
  problem.where = where;
  return problem;
}

}  // namespace

std::size_t RuleTables::KeyHash::operator()(const Key& key) const {
  return Digest{}
      .add(key.source)
      .add(key.destination)
      .add(std::uint64_t{key.in_port} << 32 | key.tag_and_type)
      .add(key.priority)
      .value();
}

RuleTables::Key RuleTables::key_of(const Tuple& tuple, const Frame& frame, std::uint32_t in_port) {
  const std::uint32_t tag = frame.tags.empty() ? no_tag : frame.tags.back() & tag_bits;
  const std::uint32_t priority = frame.tags.empty() ? no_tag : frame.tags.back() >> priority_shift;
  return {frame.source & tuple.source_mask, frame.destination & tuple.destination_mask,
          tuple.in_port ? in_port : 0,
          (tuple.tag ? tag : 0) << 16 | (tuple.type ? std::uint32_t{frame.type} : 0),
          tuple.tag_priority ? priority : 0};
}

void RuleTables::insert(const FlowRule& rule, const FrameMatch& match, std::size_t index) {
  std::vector<Tuple>& tuples = tables_[rule.table];
  Tuple wanted{
      rule.priority,          match.in_port.has_value(), match.tag.has_value(),  match.priority.has_value(),
      match.type.has_value(), match.source.mask,         match.destination.mask, {}};
  const auto same = [&](const Tuple& t) {
    return t.priority == wanted.priority && t.in_port == wanted.in_port && t.tag == wanted.tag &&
           t.tag_priority == wanted.tag_priority && t.type == wanted.type &&
           t.source_mask == wanted.source_mask && t.destination_mask == wanted.destination_mask;
  };
  auto tuple = std::find_if(tuples.begin(), tuples.end(), same);
  if (tuple == tuples.end()) {
    const auto place = std::find_if(tuples.begin(), tuples.end(),
                                    [&](const Tuple& t) { return t.priority < wanted.priority; });
    tuple = tuples.insert(place, std::move(wanted));
  }
  Frame frame{match.source.value, match.destination.value, match.type.value_or(0), {}};
  const bool tagged = match.tag ? *match.tag != no_tag : match.priority.has_value();
  if (tagged)
    frame.tags.push_back(
        static_cast<std::uint16_t>(match.tag.value_or(0) | match.priority.value_or(0) << priority_shift));
  tuple->rules[key_of(*tuple, frame, match.in_port.value_or(0))] = index;
}

Result<RuleTables> RuleTables::of(const std::vector<FlowRule>& rules, const std::vector<FlowGroup>& groups) {
  RuleTables tables;
  for (const FlowGroup& group : groups) {
    Group& made = tables.groups_[group.id];
    made.all = group.type == "all", made.first = group.type == "fast_failover";
    for (const std::string& bucket : group.buckets) {
      auto actions = parse_bucket(bucket);
      if (!actions) return placed(group_text(group), actions.problems());
      made.buckets.push_back(std::move(*actions));
    }
  }
  for (std::size_t i = 0; i < rules.size(); ++i) {
    const auto match = parse_match(rules[i].match);
    if (!match) return placed(flow_text(rules[i]), match.problems());
    auto actions = parse_actions(rules[i].actions);
    if (!actions) return placed(flow_text(rules[i]), actions.problems());
    for (const FrameAction& action : *actions) {
      if (action.kind == FrameAction::Kind::to_table && action.value <= rules[i].table)
        return Problem{flow_text(rules[i]), "goes to a table that is not after its own",
                       "OpenFlow goes to tables of higher numbers only"};
      if (action.kind == FrameAction::Kind::to_group && !tables.groups_.contains(action.value))
        return Problem{flow_text(rules[i]), "uses a group that does not exist", "add the group first"};
    }
    tables.actions_.push_back(std::move(*actions));
    tables.insert(rules[i], *match, i);
  }
  return tables;
}

std::size_t RuleTables::find(std::size_t table, const Frame& frame, std::uint32_t in_port) const {
  const auto tuples = tables_.find(table);
  if (tuples == tables_.end()) return none;
  for (const Tuple& tuple : tuples->second) {
    const auto found = tuple.rules.find(key_of(tuple, frame, in_port));
    if (found != tuple.rules.end()) return found->second;
  }
  return none;
}

void RuleTables::run(const std::vector<FrameAction>& actions, Frame& frame, std::uint32_t in_port,
                     std::size_t& table, FrameFate& fate) const {
  using Kind = FrameAction::Kind;
  for (const FrameAction& action : actions) switch (action.kind) {
      case Kind::output:
        // As in OpenFlow, an output action never sends a frame back to the port it came from.
        if (action.value != in_port) fate.sent.push_back({static_cast<std::uint32_t>(action.value), frame});
        break;
      case Kind::back:
        fate.sent.push_back({in_port, frame});
        break;
      case Kind::push_tag:
        frame.tags.push_back(0);
        break;
      case Kind::set_tag:
        if (!frame.tags.empty())
          frame.tags.back() = static_cast<std::uint16_t>((frame.tags.back() & ~tag_bits) | action.value);
        break;
      case Kind::set_priority:
        if (!frame.tags.empty())
          frame.tags.back() =
              static_cast<std::uint16_t>((frame.tags.back() & tag_bits) | action.value << priority_shift);
        break;
      case Kind::pop_tag:
        if (!frame.tags.empty()) frame.tags.pop_back();
        break;
      case Kind::set_source:
        frame.source = action.value;
        break;
      case Kind::set_destination:
        frame.destination = action.value;
        break;
      case Kind::to_table:
        table = action.value;
        break;
      case Kind::to_group: {
        const Group& group = groups_.at(action.value);
        if (group.buckets.empty()) break;
        const std::size_t chosen =
            group.first ? 0 : (frame.source ^ frame.destination) % group.buckets.size();
        for (std::size_t b = 0; b < group.buckets.size(); ++b) {
          Frame copy = frame;
          std::size_t nowhere = none;
          if (group.all || b == chosen) run(group.buckets[b], copy, in_port, nowhere, fate);
        }
      }
    }
}

FrameFate RuleTables::process(const Frame& frame, std::uint32_t in_port) const {
  FrameFate fate;
  Frame now = frame;
  for (std::size_t table = 0; table != none;) {
    const std::size_t rule = find(table, now, in_port);
    if (rule == none) break;
    fate.rules.push_back(rule);
    table = none;
    run(actions_[rule], now, in_port, table, fate);
  }
  return fate;
}

}  // namespace ebb::inline fabric
