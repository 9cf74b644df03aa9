#include "power/control/switch_plan.hpp"

#include <algorithm>
#include <cmath>

#include "base/ensure.hpp"
#include "base/portable_math.hpp"
#include "base/random.hpp"

namespace ebb::inline power {
namespace {

constexpr std::uint64_t wake_stream = 0x5a1ee9;
constexpr double z_of_p99 = 2.3263478740408408;  // of the normal distribution

}  // namespace

SwitchPlan::SwitchPlan(std::vector<SwitchGroup> groups, std::uint32_t switches, const Policy& policy,
                       std::uint64_t seed, bool real)
    : seed_(seed), groups_(std::move(groups)), memory_(groups_.size()), number_of_(switches, none) {
  const auto required = policy.requirements().switches;
  ENSURE(required && required->decider && required->interval.v > 0);
  wakes_ = *required, next_ = wakes_.interval.v;
  if (real) wakes_.median = wakes_.p99 = {}, wakes_.fails = 0;
  for (std::uint32_t g = 0; g < groups_.size(); ++g) {
    first_.push_back(ends_);
    ends_ += 2 * groups_[g].neighbours.size();
    for (const std::uint32_t s : groups_[g].switches) {
      number_of_[s] = static_cast<std::uint32_t>(members_.size());
      members_.push_back({.id = s, .group = g});
    }
  }
  numbers_ = ends_ + 2 * members_.size();
  before_.assign(numbers_, 0);
}

std::size_t SwitchPlan::bytes_to(std::uint32_t member, std::uint32_t neighbour) const {
  const std::uint32_t group = members_[number_of_[member]].group;
  const std::vector<std::uint32_t>& all = groups_[group].neighbours;
  const auto place = std::lower_bound(all.begin(), all.end(), neighbour);
  return first_[group] + 2 * static_cast<std::size_t>(place - all.begin());
}

std::pair<Picoseconds, bool> SwitchPlan::wake_try(const SwitchWakes& wakes, std::uint64_t seed,
                                                  std::uint32_t s, std::int64_t wake, std::int64_t attempt) {
  Random random(seed, wake_stream,
                (std::uint64_t{s} << 32) + static_cast<std::uint64_t>(wake * 64 + attempt));
  if (random.unit() < wakes.fails) return {wakes.p99, false};
  const double ratio =
      wakes.median.v > 0 ? static_cast<double>(wakes.p99.v) / static_cast<double>(wakes.median.v) : 1;
  const double sigma = portable_log(std::max(1.0, ratio)) / z_of_p99;
  const double time = static_cast<double>(wakes.median.v) * portable_exp(sigma * random.normal());
  return {{static_cast<std::int64_t>(std::min(time, 4e18))}, true};
}

void SwitchPlan::wake(Member& member, Picoseconds now) {
  if (member.phase == SwitchPhase::draining) {
    member.phase = SwitchPhase::opening, member.was_asleep = false;
    ++counts_.drains_undone;
    return;
  }
  member.asleep += now.v - member.since;
  member.phase = SwitchPhase::booting, member.since = member.ordered_at = now.v, member.was_asleep = true;
  ++member.wakes, ++counts_.wakes_ordered, ++counts_.wakes_under_way;
  member.boots_until = now.v;
  if (wakes_.median.v == 0) {
    member.phase = SwitchPhase::opening;
    return;
  }
  for (std::int64_t attempt = 0; attempt < 64; ++attempt) {
    const auto [time, works] = wake_try(wakes_, seed_, member.id, member.wakes, attempt);
    member.boots_until += time.v;
    if (works) break;
    ++counts_.attempts_failed;
  }
}

/// Follows what has happened to the switch's cables and its boot.
void SwitchPlan::advance(Member& member, Picoseconds now, std::span<const std::int64_t> seen) {
  const std::int64_t ends = groups_[member.group].ends;
  if (member.phase == SwitchPhase::draining && seen[ends_off(member.id)] == ends) {
    member.phase = SwitchPhase::asleep, member.since = now.v;
    ++counts_.sleeps;
  } else if (member.phase == SwitchPhase::booting && now.v >= member.boots_until) {
    member.phase = SwitchPhase::opening, member.since = now.v;
  } else if (member.phase == SwitchPhase::opening && seen[ends_on(member.id)] == ends) {
    member.phase = SwitchPhase::awake, member.since = now.v;
    if (!member.was_asleep) return;
    const Picoseconds took{now.v - member.ordered_at};
    ++counts_.wakes_done, --counts_.wakes_under_way;
    counts_.wake_time += took, counts_.longest_wake = std::max(counts_.longest_wake, took);
  }
}

double SwitchPlan::load_of(std::size_t group, std::span<const std::int64_t> seen, double seconds) const {
  double most = 0;
  const SwitchGroup& own = groups_[group];
  for (std::size_t n = 0; n < own.neighbours.size(); ++n)
    for (std::size_t way = 0; way < 2; ++way) {
      const std::size_t at = first_[group] + 2 * n + way;
      const double bits = 8 * static_cast<double>(seen[at] - before_[at]);
      most = std::max(most, bits / (static_cast<double>(own.bits_per_second[n]) * seconds));
    }
  return most;
}

/// Switches wake lowest first and sleep highest first. A switch is given up only while enough others carry,
/// and have since an earlier decision: only then all neighbours use them.
void SwitchPlan::choose(std::size_t group, std::int64_t awake, Picoseconds now) {
  std::int64_t coming = 0, carrying = 0;
  std::vector<Member*> own;
  for (const std::uint32_t s : groups_[group].switches) own.push_back(&members_[number_of_[s]]);
  for (const Member* m : own) {
    coming += !leaves(m->id) || m->phase == SwitchPhase::booting;
    carrying += m->carries_before(now);
  }
  for (const SwitchPhase from : {SwitchPhase::draining, SwitchPhase::asleep})
    for (Member* m : own)
      if (coming < awake && m->phase == from) wake(*m, now), ++coming;
  for (auto m = own.rbegin(); m != own.rend(); ++m)
    if (carrying > std::max<std::int64_t>(awake, 1) && (*m)->carries_before(now))
      (*m)->phase = SwitchPhase::draining, (*m)->since = now.v, --carrying;
}

void SwitchPlan::count_reason(std::string_view why) {
  const auto known = std::find_if(counts_.reasons.begin(), counts_.reasons.end(),
                                  [&](const auto& r) { return r.first == why; });
  if (known != counts_.reasons.end())
    ++known->second;
  else
    counts_.reasons.emplace_back(why, 1);
}

void SwitchPlan::close(Picoseconds now, std::span<const std::int64_t> seen) {
  ENSURE(seen.size() == numbers_);
  for (Member& member : members_) advance(member, now, seen);
  const Picoseconds since{now.v - closed_at_};
  for (std::size_t g = 0; g < groups_.size(); ++g) {
    SwitchGroupView view{.now = now, .since = since};
    view.switches = static_cast<std::int64_t>(groups_[g].switches.size());
    for (const std::uint32_t s : groups_[g].switches) view.carrying += phase(s) == SwitchPhase::awake;
    view.load = load_of(g, seen, since.seconds());
    const SwitchGroupDecision decision = wakes_.decider->decide_switches(view, memory_[g]);
    count_reason(decision.why);
    choose(g, std::clamp<std::int64_t>(decision.awake, 1, view.switches), now);
  }
  before_.assign(seen.begin(), seen.end());
  closed_at_ = now.v, next_ = now.v + wakes_.interval.v;
}

Picoseconds SwitchPlan::asleep_time(std::uint32_t s, Picoseconds now) const {
  if (!is_member(s)) return {};
  const Member& member = members_[number_of_[s]];
  const bool sleeps = member.phase == SwitchPhase::asleep;
  return {member.asleep + (sleeps ? now.v - member.since : 0)};
}

std::array<std::int64_t, 5> SwitchPlan::by_phase() const {
  std::array<std::int64_t, 5> count{};
  for (const Member& member : members_) ++count[static_cast<std::size_t>(member.phase)];
  return count;
}

}  // namespace ebb::inline power
