#include "fabric/agent/rollout_tables.hpp"

#include <fmt/format.h>

#include <set>

#include "fabric/agent/off/detour_tables.hpp"
#include "fabric/openflow/version_slot.hpp"

namespace ebb::inline fabric {
namespace {

/// How a switch's rules differ from the wanted ones, of ours and of others; empty: not at all.
std::string damage_to(const SwitchProgram& wanted, const SwitchState& state) {
  if (const Problems foreign = foreign_problems(state, wanted.name); !foreign.empty()) return foreign[0].what;
  std::size_t missing = 0, extra = 0;
  for (const SwitchChange& change : changes_to(wanted, state)) {
    const bool adds =
        change.kind == SwitchChange::Kind::add_rule || change.kind == SwitchChange::Kind::add_group;
    (adds ? missing : extra) += 1;
  }
  const std::size_t all = wanted.rules.size() + wanted.groups.size();
  if (missing > 0) return fmt::format("{} of its {} rules are missing or changed", missing, all);
  if (extra > 0) return fmt::format("it holds {} stale rules of ebb", extra);
  return {};
}

}  // namespace

RolloutTables::RolloutTables(const Network& network, const RouteTables& tables,
                             std::vector<SwitchDriver*> switches, Rollout& rollout, RolloutAbout about,
                             RouteWork how, Diverted diverted)
    : network_(network),
      tables_(tables),
      switches_(std::move(switches)),
      rollout_(rollout),
      about_(std::move(about)),
      about_diverted_(diverted),
      mailbox_(network.switches(), how,
               {.change = [this](const RouteOrder& order) { return bring(order); },
                .audit = [this](SwitchId s) { return damage(s); },
                .each_second = [this] { count_diverted(); }}) {
  rollout_.leave_out([this](std::size_t s) { return mailbox_.is_gone(s); });
}

std::vector<DivertedBytes> RolloutTables::diverted_bytes() {
  if (!mailbox_.has_thread()) count_diverted();
  const std::lock_guard lock(mutex_);
  std::vector<DivertedBytes> all;
  for (const auto& [ports, bytes] : diverted_) all.push_back({ports.first, ports.second, bytes});
  return all;
}

Problems RolloutTables::bring(const RouteOrder& order) {
  const CableSet& routes = order.routes;
  if (Problems problems = tables_.prove(routes, order.promised); !problems.empty()) return problems;
  count_diverted();
  know({});
  std::uint8_t table = table_;
  std::vector<SwitchProgram> programs;  // of the last requested version, which is the one in force
  const auto outcome = rollout_.deploy(about_, [&](std::uint32_t version, std::uint32_t slot) {
    table = slot_table(slot);
    return programs = tables_.stamped(routes, version, slot);
  });
  if (!outcome) return outcome.problems();
  know(std::move(programs));
  stand_ins_ = tables_.stand_ins(routes);
  table_ = table;
  if (*outcome != RolloutOutcome::nothing_to_do) counted_.clear();  // new rules count from 0
  return {};
}

void RolloutTables::know(std::vector<SwitchProgram> programs) {
  for (SwitchProgram& program : programs) sort_program(program);
  programs_ = std::move(programs);
  const std::lock_guard lock(mutex_);
  rules_on_.clear();
  for (const SwitchProgram& program : programs_) rules_on_.push_back(program.rules.size());
}

std::optional<std::size_t> RolloutTables::expected_rules(SwitchId s) {
  const std::lock_guard lock(mutex_);
  if (s >= rules_on_.size()) return {};
  return rules_on_[s];
}

/// A switch that does not answer is not damage here: reading its ports detects it.
std::string RolloutTables::damage(SwitchId s) {
  if (s >= programs_.size() || mailbox_.is_gone(s)) return {};
  const auto state = switches_[s]->read();
  return state ? damage_to(programs_[s], *state) : std::string();
}

/// Adds what the detour rules of a cable have counted since the last call.
void RolloutTables::count_diverted() {
  if (about_diverted_ == Diverted::not_wanted) return;
  std::set<SwitchId> asked;
  for (const StandIn& rule : stand_ins_) asked.insert(rule.at);
  for (const SwitchId s : asked) {
    if (mailbox_.is_gone(s)) continue;
    const auto rules = switches_[s]->rules();
    if (!rules) continue;  // try again later
    for (const StandIn& rule : stand_ins_) {
      if (rule.at != s) continue;
      for (const InstalledRule& held : *rules) {
        if (held.rule.table != table_ || held.rule.priority != detour_priority ||
            !held.rule.match.ends_with(rule.match))
          continue;
        std::uint64_t& before = counted_[{s, rule.match}];
        const std::uint64_t more = held.bytes < before ? held.bytes : held.bytes - before;
        before = held.bytes;
        const std::lock_guard lock(mutex_);
        diverted_[{rule.missing, rule.by}] += more;
      }
    }
  }
}

}  // namespace ebb::inline fabric
