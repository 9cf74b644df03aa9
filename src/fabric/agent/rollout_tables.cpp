#include "fabric/agent/rollout_tables.hpp"

#include <fmt/format.h>

#include <chrono>
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
                             Work how, Diverted diverted)
    : network_(network),
      tables_(tables),
      switches_(std::move(switches)),
      rollout_(rollout),
      about_(std::move(about)),
      by_thread_(how == Work::by_a_thread),
      about_diverted_(diverted),
      gone_(network.switches(), false),
      diverted_(network.switch_ports(), 0) {
  rollout_.leave_out([this](std::size_t s) { return is_gone(s); });
  if (by_thread_) thread_ = std::jthread([this](const std::stop_token& stop) { work(stop); });
}

RolloutTables::~RolloutTables() {
  thread_.request_stop();
  changed_.notify_all();
}

void RolloutTables::change_routes(const RouteOrder& order) {
  if (!by_thread_) {
    ended_ = bring(order);
    return;
  }
  const std::lock_guard lock(mutex_);
  wanted_ = order;
  changed_.notify_all();
}

void RolloutTables::exclude(const std::vector<bool>& gone) {
  const std::lock_guard lock(mutex_);
  gone_ = gone;
}

bool RolloutTables::is_gone(std::size_t s) {
  const std::lock_guard lock(mutex_);
  return gone_[s];
}

std::optional<Problems> RolloutTables::result() {
  const std::lock_guard lock(mutex_);
  return std::exchange(ended_, {});
}

std::vector<std::uint64_t> RolloutTables::diverted_bytes() {
  if (!by_thread_) count_diverted();
  const std::lock_guard lock(mutex_);
  return diverted_;
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

void RolloutTables::start_audit(SwitchId s) {
  if (!by_thread_) return read_rules(s);
  const std::lock_guard lock(mutex_);
  audit_wanted_ = s;
  changed_.notify_all();
}

std::optional<RouteAudit> RolloutTables::audit_result() {
  const std::lock_guard lock(mutex_);
  return std::exchange(audited_, {});
}

/// A switch that does not answer is not damage here: reading its ports detects it.
void RolloutTables::read_rules(SwitchId s) {
  RouteAudit audit{.at = s, .damage = {}};
  if (s < programs_.size() && !is_gone(s))
    if (const auto state = switches_[s]->read()) audit.damage = damage_to(programs_[s], *state);
  const std::lock_guard lock(mutex_);
  audited_ = std::move(audit);
}

/// Adds what the detour rules of a cable have counted since the last call.
void RolloutTables::count_diverted() {
  if (about_diverted_ == Diverted::not_wanted) return;
  std::set<SwitchId> asked;
  for (const StandIn& rule : stand_ins_) asked.insert(rule.at);
  for (const SwitchId s : asked) {
    if (is_gone(s)) continue;
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
        diverted_[rule.missing] += more;
      }
    }
  }
}

void RolloutTables::work(const std::stop_token& stop) {
  constexpr std::chrono::seconds counters_age{1};
  while (!stop.stop_requested()) {
    std::optional<RouteOrder> order;
    std::optional<SwitchId> audit;
    {
      std::unique_lock lock(mutex_);
      changed_.wait_for(lock, stop, counters_age,
                        [&] { return wanted_.has_value() || audit_wanted_.has_value(); });
      order = std::exchange(wanted_, {});
      audit = std::exchange(audit_wanted_, {});
    }
    if (stop.stop_requested()) return;
    if (audit) read_rules(*audit);
    if (!order) {
      if (!audit) count_diverted();
      continue;
    }
    Problems problems = bring(*order);
    const std::lock_guard lock(mutex_);
    ended_ = std::move(problems);
  }
}

}  // namespace ebb::inline fabric
