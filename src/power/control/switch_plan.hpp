// Which whole switches sleep. Switches that can replace each other form groups. Once per interval the plan
// sees what passed the cables of each group and which of them are off, and the policy says how many switches
// should be awake. The plan picks them, and leads each through its phases:
//   awake      its neighbours may use it;
//   draining   its neighbours use it no more; its cables go off as soon as they are empty;
//   asleep     all its cables are off, at both ends, and so is the switch;
//   booting    it wakes, which takes a time of the stated distribution; a wake that fails is repeated;
//   opening    its cables come on; when all are on, it is awake.
// The plan knows no simulator and no switch. Whoever drives it passes sums of whole numbers, so any number of
// threads and ranks has the same plan. Times in phase are exact.
#pragma once

#include <array>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "base/units.hpp"
#include "power/policy/policy.hpp"
#include "power/policy/switch_group.hpp"

namespace ebb::inline power {

/// Switches that lead to the same neighbours over equal cables.
struct SwitchGroup {
  std::vector<std::uint32_t> switches, neighbours;  ///< both in ascending order
  std::vector<std::int64_t>
      bits_per_second;    ///< from one of the switches to each neighbour, in one direction
  std::int64_t ends = 0;  ///< of the cables of one switch: two for each
};

/// Takes the groups that network/twin_switches.hpp finds. This module knows no network, so it takes any
/// struct with the same members.
template <class Twins>
std::vector<SwitchGroup> switch_groups_of(std::vector<Twins> all) {
  std::vector<SwitchGroup> groups;
  for (Twins& twins : all)
    groups.push_back({std::move(twins.switches), std::move(twins.neighbours),
                      std::move(twins.bits_per_second), twins.ends});
  return groups;
}

enum class SwitchPhase : std::uint8_t { awake, draining, asleep, booting, opening };
constexpr auto names_of(SwitchPhase) {
  return std::array<std::string_view, 5>{"awake", "draining", "asleep", "booting", "opening"};
}

/// What happened to the switches of a plan since its start.
struct SwitchPlanCounts {
  std::int64_t sleeps = 0;         ///< switches that fell asleep
  std::int64_t wakes_ordered = 0;  ///< of switches that slept
  std::int64_t wakes_done = 0, wakes_under_way = 0;
  std::int64_t attempts_failed = 0;
  std::int64_t drains_undone = 0;  ///< switches that were needed again before they slept
  Picoseconds wake_time{},
      longest_wake{};  ///< of wakes that are done: from the order until all use the switch
  std::vector<std::pair<std::string_view, std::int64_t>> reasons;  ///< decisions, by reason
};

class SwitchPlan {
 public:
  SwitchPlan() = default;  ///< not in use
  /// `switches`: of the network. The policy must outlive the plan. `real`: switches take their own time to
  /// wake, none is sampled.
  SwitchPlan(std::vector<SwitchGroup> groups, std::uint32_t switches, const Policy& policy,
             std::uint64_t seed, bool real = false);

  bool in_use() const { return wakes_.decider != nullptr; }
  bool is_due(Picoseconds now) const { return in_use() && now.v >= next_; }

  /// Where the numbers that close() gets are counted. What passed counts from the start.
  std::size_t numbers() const { return numbers_; }
  /// Bytes from this neighbour to the group's switches, and back.
  std::size_t bytes_to(std::uint32_t member, std::uint32_t neighbour) const;
  std::size_t bytes_from(std::uint32_t member, std::uint32_t neighbour) const {
    return bytes_to(member, neighbour) + 1;
  }
  /// Ends of the switch's cables that are off, or on, and in no transition.
  std::size_t ends_off(std::uint32_t member) const { return ends_ + 2 * number_of_[member]; }
  std::size_t ends_on(std::uint32_t member) const { return ends_off(member) + 1; }

  /// Sees these numbers and decides. It is called once per interval at most.
  void close(Picoseconds now, std::span<const std::int64_t> seen);

  bool is_member(std::uint32_t s) const { return number_of_[s] != none; }
  SwitchPhase phase(std::uint32_t s) const { return members_[number_of_[s]].phase; }
  /// True when the cables of the switch are to go off, or stay off.
  bool leaves(std::uint32_t s) const {
    return is_member(s) && phase(s) != SwitchPhase::awake && phase(s) != SwitchPhase::opening;
  }
  /// True when neighbours may send packets over this switch.
  bool carries(std::uint32_t s) const { return !is_member(s) || phase(s) == SwitchPhase::awake; }

  /// Returns how long the switch has slept up to now.
  Picoseconds asleep_time(std::uint32_t s, Picoseconds now) const;
  /// Returns how many switches are in each phase.
  std::array<std::int64_t, 5> by_phase() const;
  const SwitchPlanCounts& counts() const { return counts_; }
  const std::vector<SwitchGroup>& groups() const { return groups_; }

  /// Returns the time of the `attempt`-th try of a switch's `wake`-th wake, and whether it succeeds. It
  /// depends on nothing else.
  static std::pair<Picoseconds, bool> wake_try(const SwitchWakes& wakes, std::uint64_t seed, std::uint32_t s,
                                               std::int64_t wake, std::int64_t attempt);

 private:
  static constexpr std::uint32_t none = UINT32_MAX;
  struct Member {
    std::uint32_t id = 0, group = 0;
    SwitchPhase phase = SwitchPhase::awake;
    std::int64_t since = 0, boots_until = 0, ordered_at = 0, asleep = 0, wakes = 0;
    bool was_asleep = false;  ///< it opens after a wake, and not after a drain that was undone

    /// True when its neighbours may use it since an earlier decision, or since the start.
    bool carries_before(Picoseconds now) const {
      return phase == SwitchPhase::awake && (since < now.v || since == 0);
    }
  };

  void advance(Member& member, Picoseconds now, std::span<const std::int64_t> seen);
  double load_of(std::size_t group, std::span<const std::int64_t> seen, double seconds) const;
  void choose(std::size_t group, std::int64_t awake, Picoseconds now);
  void wake(Member& member, Picoseconds now);
  void count_reason(std::string_view why);

  SwitchWakes wakes_;
  std::uint64_t seed_ = 0;
  std::vector<SwitchGroup> groups_;
  std::vector<SwitchGroupMemory> memory_;
  std::vector<Member> members_;           ///< group by group
  std::vector<std::uint32_t> number_of_;  ///< by switch: its place in members_, or none
  std::vector<std::size_t> first_;        ///< by group: where its neighbours' bytes begin
  std::size_t ends_ = 0, numbers_ = 0;
  std::vector<std::int64_t> before_;
  std::int64_t next_ = 0, closed_at_ = 0;
  SwitchPlanCounts counts_;
};

}  // namespace ebb::inline power
