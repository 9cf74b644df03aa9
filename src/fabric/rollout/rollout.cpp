#include "fabric/rollout/rollout.hpp"

#include <fmt/chrono.h>
#include <fmt/format.h>

#include <algorithm>
#include <ctime>
#include <thread>
#include <utility>

#include "fabric/openflow/openflow.hpp"
#include "fabric/openflow/version_slot.hpp"

namespace ebb::inline fabric {
namespace {

Problems joined(Problems first, const Problems& second) {
  first.insert(first.end(), second.begin(), second.end());
  return first;
}

Problem unfinished_problem() {
  return {"rollout",
          "is not finished: both versions are live, and every frame is forwarded by one of them alone",
          "nothing is lost or cut; when the switch answers, `ebb fabric deploy` goes on, and `ebb fabric "
          "rollback` goes back"};
}

}  // namespace

void RolloutClock::wait(std::chrono::milliseconds time) { std::this_thread::sleep_for(time); }

std::string RolloutClock::date() const {
  return fmt::format("{:%Y-%m-%d %H:%M:%S}", fmt::gmtime(std::time(nullptr)));
}

Problems Rollout::each_switch(const std::function<Problems(std::size_t)>& work) const {
  std::vector<Problems> found(switches_.size());
  if (settings_.at_a_time > 1) {
    std::atomic<std::size_t> next{0};
    std::vector<std::jthread> workers;
    for (std::size_t w = 0; w < std::min(settings_.at_a_time, switches_.size()); ++w)
      workers.emplace_back([&] {
        for (std::size_t s; (s = next++) < switches_.size();)
          if (!is_gone_(s)) found[s] = work(s);
      });
  } else {
    for (std::size_t s = 0; s < switches_.size(); ++s)
      if (!is_gone_(s)) found[s] = work(s);
  }
  Problems problems;
  for (const Problems& of_one : found) problems = joined(std::move(problems), of_one);
  return problems;
}

/// The expected state of a switch that cannot be read.
SwitchState Rollout::believed(std::size_t s) const {
  SwitchState state;
  const RolloutRecord* last = journal_.last_done();
  if (!last || last->sides.after.size() != switches_.size()) return state;
  for (const FlowRule& rule : last->sides.after[s].rules) state.rules.push_back({rule});
  state.groups = last->sides.after[s].groups;
  return state;
}

Result<std::vector<SwitchState>> Rollout::read_all() {
  std::vector<SwitchState> states;
  for (std::size_t s = 0; s < switches_.size(); ++s)
    states.push_back(is_gone_(s) ? believed(s) : SwitchState{});
  Problems problems = each_switch([&](std::size_t s) -> Problems {
    SwitchDriver& from = *switches_[s];
    clock_.step("read");
    auto state = from.read();
    for (std::chrono::milliseconds waited{0};
         !state && from.connection_failed() && waited < settings_.patience && !is_gone_(s) &&
         !settings_.stop.stop_requested();
         waited += settings_.retry) {
      clock_.wait(settings_.retry);
      state = from.read();
    }
    if (!state && is_gone_(s)) return states[s] = believed(s), Problems{};
    if (!state) return state.problems();
    states[s] = std::move(*state);
    return {};
  });
  if (!problems.empty()) return problems;
  return states;
}

/// Reads, changes, and reads again until nothing is left to change.
Problems Rollout::bring(std::size_t s, const SwitchProgram& wanted, std::atomic<bool>& changed) {
  SwitchDriver& to = *switches_[s];
  std::chrono::milliseconds waited{0};
  Problems problems;
  while (waited <= settings_.patience && !is_gone_(s)) {
    clock_.step("read");
    const auto state = to.read();
    if (state) {
      const auto changes = changes_to(wanted, *state);
      if (changes.empty()) return {};
      clock_.step("apply");
      problems = to.apply(changes);
      changed = true;
      if (problems.empty()) return {};
    } else {
      problems = state.problems();
    }
    if (!to.connection_failed() || settings_.stop.stop_requested()) return problems;
    clock_.wait(settings_.retry);
    waited += settings_.retry;
  }
  return problems;
}

/// A stage is reached when a whole pass over the switches finds nothing to change: the next pass detects a
/// switch that lost its rules after its turn.
Problems Rollout::bring_all(const std::function<SwitchProgram(std::size_t)>& wanted) {
  constexpr int most_rounds = 20;
  for (int round = 0; round < most_rounds; ++round) {
    std::atomic<bool> changed = false;
    Problems problems = each_switch([&](std::size_t s) {
      Problems of_one = bring(s, wanted(s), changed);
      return is_gone_(s) ? Problems{} : of_one;
    });
    if (!problems.empty()) return problems;
    if (!changed) return {};
  }
  return {{"rollout", "the rules of a switch keep changing while they are loaded",
           "find out which other controller writes to the switches: ovs-ofctl monitor BRIDGE watch:"}};
}

Problems Rollout::bring_to(RolloutStage stage) {
  const TableTransition sides = journal_.unfinished()->sides;
  return bring_all([&](std::size_t s) { return sides.wanted(stage, s); });
}

Problems Rollout::journalled(RolloutStep step) {
  clock_.step("journal");
  Problems problems = journal_.reached(step);
  clock_.step("journalled");
  return problems;
}

/// No edge uses the side after yet, so its rules are simply removed.
Problems Rollout::undo() {
  const TableTransition sides = journal_.unfinished()->sides;
  Problems problems = bring_all([&](std::size_t s) { return sides.before[s]; });
  if (!problems.empty()) return problems;
  return journalled(journal_.unfinished()->turned ? RolloutStep::done : RolloutStep::undone);
}

Result<std::uint64_t> Rollout::frames_before() {
  const TableTransition& sides = journal_.unfinished()->sides;
  const auto states = read_all();
  if (!states) return states.problems();
  std::uint64_t frames = 0;
  for (std::size_t s = 0; s < states->size(); ++s)
    for (const InstalledRule& held : (*states)[s].rules)
      if (!is_edge_rule(held.rule) && is_in(held.rule, sides.before[s]) && !is_in(held.rule, sides.after[s]))
        frames += held.packets;
  return frames;
}

/// Waits until the rules of the side before stop counting.
Problems Rollout::drain() {
  auto frames = frames_before();
  for (std::chrono::milliseconds waited{0}; frames && waited <= settings_.patience;
       waited += settings_.drain) {
    clock_.wait(settings_.drain);
    const auto now = frames_before();
    if (!now) return now.problems();
    if (*now == *frames) return {};
    frames = now;
  }
  if (!frames) return frames.problems();
  return {{"rollout",
           fmt::format("frames still carry the VLAN tag of the old version after {} s",
                       settings_.patience.count() / 1000),
           "find the device outside of the plan that sends them; the old rules stay until it stops"}};
}

Problems Rollout::forward() {
  if (journal_.unfinished()->step == RolloutStep::begun) {
    Problems problems = bring_to(RolloutStage::both_before);
    if (!problems.empty()) return joined(std::move(problems), undo());
    problems = journalled(RolloutStep::flipping);
    if (!problems.empty()) return problems;
  }
  if (journal_.unfinished()->step == RolloutStep::flipping) {
    Problems problems = bring_to(RolloutStage::both_after);
    if (problems.empty()) problems = drain();
    if (!problems.empty()) return joined(std::move(problems), {unfinished_problem()});
    problems = journalled(RolloutStep::drained);
    if (!problems.empty()) return problems;
  }
  Problems problems = bring_to(RolloutStage::after);
  if (!problems.empty()) return joined(std::move(problems), {unfinished_problem()});
  return journalled(journal_.unfinished()->turned ? RolloutStep::undone : RolloutStep::done);
}

Problems Rollout::settle() {
  if (!journal_.unfinished()) return {};
  return journal_.unfinished()->step == RolloutStep::begun ? undo() : forward();
}

Problems Rollout::go_back() {
  if (journal_.unfinished()->step == RolloutStep::begun && !journal_.unfinished()->turned) return undo();
  if (journal_.unfinished()->turned) return forward();
  clock_.step("journal");
  Problems problems = journal_.turn();
  if (!problems.empty()) return problems;
  return forward();
}

Result<RolloutOutcome> Rollout::repair(const std::vector<SwitchProgram>& target) {
  Problems problems = bring_all([&](std::size_t s) { return target[s]; });
  if (!problems.empty()) return problems;
  return RolloutOutcome::repaired;
}

Result<RolloutOutcome> Rollout::deploy(RolloutAbout about, const Target& target) {
  auto states = read_all();
  if (!states) return states.problems();
  Problems problems;
  for (std::size_t s = 0; s < states->size(); ++s)
    problems = joined(std::move(problems), foreign_problems((*states)[s], switches_[s]->name()));
  if (!problems.empty()) return problems;
  if (journal_.unfinished()) {
    problems = settle();
    if (!problems.empty()) return problems;
    states = read_all();
    if (!states) return states.problems();
  }
  const RolloutChoice choice = choose_rollout(*states, switches_, journal_, target);
  if (choice.kind == RolloutChoice::Kind::same) return RolloutOutcome::nothing_to_do;
  if (choice.kind == RolloutChoice::Kind::repair) return repair(choice.sides.after);
  if (choice.kind == RolloutChoice::Kind::impossible) return choice.problem;
  if (problems = settings_.objections(); !problems.empty()) return problems;
  about.version = choice.version, about.when = clock_.date();
  clock_.step("journal");
  problems = journal_.begin(about, choice.sides);
  if (problems.empty()) problems = forward();
  if (!problems.empty()) return problems;
  return RolloutOutcome::deployed;
}

Result<RolloutOutcome> Rollout::rollback() {
  auto states = read_all();
  if (!states) return states.problems();
  if (journal_.unfinished()) {
    const Problems problems = go_back();
    if (!problems.empty()) return problems;
    return RolloutOutcome::undone;
  }
  RolloutChoice choice = choose_rollback(*states, switches_, journal_);
  if (choice.kind == RolloutChoice::Kind::impossible) return choice.problem;
  choice.about.when = clock_.date();  // of this rollout, not of the one whose tables come back
  clock_.step("journal");
  Problems problems = journal_.begin(choice.about, choice.sides);
  if (problems.empty()) problems = forward();
  if (!problems.empty()) return problems;
  return RolloutOutcome::rolled_back;
}

Problems foreign_problems(const SwitchState& state, const std::string& name) {
  Problems problems;
  for (const InstalledRule& held : state.rules) {
    const FlowRule& rule = held.rule;
    const bool guarded = rule.table >= slot_table(0) && rule.table < slot_table(version_slots);
    if (is_ours(rule.cookie) || (!guarded && (rule.table != 0 || rule.priority < lowest_guarded_priority)))
      continue;
    problems.push_back(
        {name,
         fmt::format("holds a foreign rule that would match frames of ebb's rules: {}", flow_text(rule)),
         fmt::format("ebb never touches it; give it a priority below {} in table 0, or a table "
                     "outside of {} to {}, or remove it",
                     lowest_guarded_priority, slot_table(0), slot_table(version_slots - 1))});
  }
  return problems;
}

}  // namespace ebb::inline fabric
