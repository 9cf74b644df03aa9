#include "fabric/agent/rollout_tables.hpp"

#include <chrono>
#include <set>

#include "fabric/version_slot.hpp"

namespace ebb::inline fabric {

RolloutTables::RolloutTables(const Network& network, const DetourTables& tables,
                             std::vector<SwitchDriver*> switches, Rollout& rollout, RolloutAbout about,
                             Work how, Missed missed)
    : network_(network),
      tables_(tables),
      switches_(std::move(switches)),
      rollout_(rollout),
      about_(std::move(about)),
      by_thread_(how == Work::by_a_thread),
      about_missed_(missed),
      gone_(network.switches(), false),
      missed_(network.switch_ports(), 0) {
  rollout_.leave_out([this](std::size_t s) { return is_gone(s); });
  if (by_thread_) thread_ = std::jthread([this](const std::stop_token& stop) { work(stop); });
}

RolloutTables::~RolloutTables() {
  thread_.request_stop();
  changed_.notify_all();
}

void RolloutTables::begin(const TableOrder& order) {
  if (!by_thread_) {
    ended_ = bring(order);
    return;
  }
  const std::lock_guard lock(mutex_);
  wanted_ = order;
  changed_.notify_all();
}

void RolloutTables::leave_out(const std::vector<bool>& gone) {
  const std::lock_guard lock(mutex_);
  gone_ = gone;
}

bool RolloutTables::is_gone(std::size_t s) {
  const std::lock_guard lock(mutex_);
  return gone_[s];
}

std::optional<Problems> RolloutTables::ended() {
  const std::lock_guard lock(mutex_);
  return std::exchange(ended_, {});
}

std::vector<std::uint64_t> RolloutTables::missed() {
  if (!by_thread_) count_missed();
  const std::lock_guard lock(mutex_);
  return missed_;
}

Problems RolloutTables::bring(const TableOrder& order) {
  const CableSet& routes = order.routes;
  if (Problems problems = tables_.prove(routes, order.promised); !problems.empty()) return problems;
  count_missed();
  std::uint8_t table = table_;
  const auto outcome = rollout_.deploy(about_, [&](std::uint32_t version, std::uint32_t slot) {
    table = slot_table(slot);
    return tables_.stamped(routes, version, slot);
  });
  if (!outcome) return outcome.problems();
  stand_ins_ = tables_.stand_ins(routes);
  table_ = table;
  if (*outcome != RolloutOutcome::nothing_to_do) counted_.clear();  // new rules count from 0
  return {};
}

/// Adds what the rules that stand in for a cable have counted since the last time.
void RolloutTables::count_missed() {
  if (about_missed_ == Missed::not_wanted) return;
  std::set<SwitchId> asked;
  for (const StandIn& rule : stand_ins_) asked.insert(rule.at);
  for (const SwitchId s : asked) {
    if (is_gone(s)) continue;
    const auto rules = switches_[s]->rules();
    if (!rules) continue;  // later
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
        missed_[rule.missing] += more;
      }
    }
  }
}

void RolloutTables::work(const std::stop_token& stop) {
  constexpr std::chrono::seconds counters_age{1};
  while (!stop.stop_requested()) {
    std::optional<TableOrder> order;
    {
      std::unique_lock lock(mutex_);
      changed_.wait_for(lock, stop, counters_age, [&] { return wanted_.has_value(); });
      order = std::exchange(wanted_, {});
    }
    if (stop.stop_requested()) return;
    if (!order) {
      count_missed();
      continue;
    }
    Problems problems = bring(*order);
    const std::lock_guard lock(mutex_);
    ended_ = std::move(problems);
  }
}

}  // namespace ebb::inline fabric
