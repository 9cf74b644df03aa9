#include "fabric/rollout/rollout_choice.hpp"

#include <algorithm>
#include <optional>
#include <set>

#include "fabric/openflow/openflow.hpp"
#include "fabric/openflow/version_slot.hpp"

namespace ebb::inline fabric {
namespace {

struct Held {
  std::vector<SwitchProgram> programs;
  std::set<std::pair<std::uint32_t, std::uint32_t>> versions;  ///< with their slots
  std::set<std::uint32_t> slots;
  std::uint32_t highest = 0;
};

Held held_by(const std::vector<SwitchState>& states, const std::vector<SwitchDriver*>& switches) {
  Held held;
  for (std::size_t s = 0; s < states.size(); ++s) {
    held.programs.push_back(ours(states[s], switches[s]->name()));
    for (const FlowRule& rule : held.programs.back().rules) {
      const std::uint32_t version = version_of(rule.cookie), slot = slot_of(rule);
      held.highest = std::max(held.highest, version);
      held.slots.insert(slot);
      held.versions.insert({version, slot});
    }
  }
  return held;
}

bool part_of(const SwitchProgram& part, const SwitchProgram& whole) {
  return std::all_of(part.rules.begin(), part.rules.end(),
                     [&](const FlowRule& rule) { return is_in(rule, whole); });
}

std::vector<SwitchProgram> sorted(std::vector<SwitchProgram> programs) {
  for (SwitchProgram& program : programs) sort_program(program);
  return programs;
}

/// The expected contents of the switches now. A switch that lost its rules must not be recorded as empty: a
/// rollback would cut it off.
std::vector<SwitchProgram> side_before(const Held& held, const Journal& journal) {
  const RolloutRecord* last = journal.last_done();
  if (!last || last->sides.after.size() != held.programs.size()) return held.programs;
  for (std::size_t s = 0; s < held.programs.size(); ++s)
    if (!part_of(held.programs[s], last->sides.after[s])) return held.programs;
  return last->sides.after;
}

/// Higher than any version that is or was in use.
std::uint32_t next_version(const Held& held, const Journal& journal) {
  std::uint32_t highest = held.highest;
  for (const RolloutRecord& rollout : journal.rollouts()) highest = std::max(highest, rollout.about.version);
  return highest + 1;
}

std::uint32_t free_slot(const Held& held) {
  for (std::uint32_t slot = 0; slot < version_slots; ++slot)
    if (!held.slots.contains(slot)) return slot;
  return version_slots;
}

/// The version in force, with its slot: the only one on the switches, or the journal's when the switches hold
/// none.
std::optional<std::pair<std::uint32_t, std::uint32_t>> version_in_force(const Held& held,
                                                                        const Journal& journal) {
  if (held.versions.size() == 1) return *held.versions.begin();
  if (!held.versions.empty() || !journal.last_done()) return {};
  for (const SwitchProgram& program : journal.last_done()->sides.after)
    for (const FlowRule& rule : program.rules) return std::pair(version_of(rule.cookie), slot_of(rule));
  return {};
}

}  // namespace

RolloutChoice choose_rollout(const std::vector<SwitchState>& states,
                             const std::vector<SwitchDriver*>& switches, const Journal& journal,
                             const RolloutTarget& target) {
  RolloutChoice choice;
  Held held = held_by(states, switches);
  if (const auto in_force = version_in_force(held, journal); in_force && in_force->second < version_slots) {
    const auto [version, slot] = *in_force;
    choice.version = version;
    choice.sides.after = sorted(target(version, slot));
    if (held.programs == choice.sides.after) return choice;
    bool whole = false, parts = true;
    for (std::size_t s = 0; s < states.size(); ++s) {
      whole = whole || held.programs[s] == choice.sides.after[s];
      parts = parts && part_of(held.programs[s], choice.sides.after[s]);
    }
    choice.kind = RolloutChoice::Kind::repair;
    if (whole && parts) return choice;
    // The last rollout loaded exactly this: any difference is later damage, on any number of switches.
    const RolloutRecord* last = journal.last_done();
    if (last && last->sides.after == choice.sides.after) return choice;
  }
  choice.version = next_version(held, journal);
  const std::vector<SwitchProgram> before = side_before(held, journal);
  for (const SwitchProgram& program : before)
    for (const FlowRule& rule : program.rules) held.slots.insert(slot_of(rule));
  const std::uint32_t slot = free_slot(held);
  if (slot == version_slots) {
    choice.kind = RolloutChoice::Kind::impossible;
    choice.problem = {
        "rollout", "the switches hold rules of four versions at once, and the journal does not explain them",
        "restore the journal, or remove the stale ones: ovs-ofctl -O OpenFlow14 del-flows "
        "BRIDGE cookie=VERSION/-1"};
    return choice;
  }
  choice.kind = RolloutChoice::Kind::change;
  choice.sides = {before, sorted(target(choice.version, slot))};
  return choice;
}

RolloutChoice choose_rollback(const std::vector<SwitchState>& states,
                              const std::vector<SwitchDriver*>& switches, const Journal& journal) {
  RolloutChoice choice;
  const RolloutRecord* last = journal.last_done();
  choice.kind = RolloutChoice::Kind::impossible;
  if (!last) {
    choice.problem = {journal.path(), "contains no rollout to go back from",
                      "name the journal of the deploy: --journal FILE"};
    return choice;
  }
  const Held held = held_by(states, switches);
  for (std::size_t s = 0; s < states.size(); ++s)
    if (last->sides.after.size() != states.size() || !part_of(held.programs[s], last->sides.after[s])) {
      choice.problem = {
          switches[s]->name(), "does not hold the rules of the last rollout",
          "compare with `ebb fabric status` and `ebb fabric diff`, then deploy the file that you want"};
      return choice;
    }
  choice.kind = RolloutChoice::Kind::change;
  choice.sides = {last->sides.after, last->sides.before};
  for (const RolloutRecord& earlier : journal.rollouts())
    if (&earlier != last && earlier.step == RolloutStep::done) choice.about = earlier.about;
  return choice;
}

}  // namespace ebb::inline fabric
