#include "training/stage_actions.hpp"

#include <algorithm>
#include <utility>

namespace ebb::inline training {
namespace {

void add_all(Numbers& to, const Numbers& more) { to.insert(to.end(), more.begin(), more.end()); }

}  // namespace

StageActions::StageActions(JobMaker& job, const RankGroups& groups, const CollectiveStyle& style)
    : job_(job), groups_(groups), style_(style), now_(groups.ranks()), begun_(groups.ranks()) {
  for (std::size_t a = 0; a < axes; ++a) {
    last_[a].resize(groups.ranks());
    all_[a] = groups.along(static_cast<Axis>(a));
  }
}

void StageActions::compute(Picoseconds time) {
  if (time.v == 0) return;
  for (std::uint32_t i = 0; i < now_.size(); ++i)
    now_[i] = {job_.add(groups_.first + i, groups_.first + i, {0}, {time, std::move(now_[i])})};
}

const std::vector<Round>& StageActions::rounds_of(const StageCall& call) {
  const std::uint32_t members = groups_.members(call.axis);
  const auto [at, is_new] = rounds_.try_emplace({call.call, call.bytes, members});
  if (is_new)
    training_rounds(style_, call.call, members, call.bytes,
                    [&](const Round& round) { at->second.push_back(round); });
  return at->second;
}

void StageActions::run(const StageCall& call, std::vector<Numbers>& after) {
  const std::vector<Round>& rounds = rounds_of(call);
  if (rounds.empty()) return;
  auto& last = last_[static_cast<std::size_t>(call.axis)];
  for (const std::vector<HostId>& group : all_[static_cast<std::size_t>(call.axis)]) {
    std::vector<Numbers> members;
    for (const HostId host : group) {
      Numbers& before = members.emplace_back(after[host - groups_.first]);
      add_all(before, last[host - groups_.first]);
      if (before.size() > 2) before = {add_step(job_, host, {}, std::move(before))};
    }
    for (const Round& round : rounds) add_round(job_, round, group, members);
    for (std::size_t i = 0; i < group.size(); ++i)
      after[group[i] - groups_.first] = last[group[i] - groups_.first] = std::move(members[i]);
  }
}

void StageActions::call(const StageCall& call) { run(call, now_); }

void StageActions::begin(const StageCall& call, Picoseconds then) {
  std::vector<Numbers> after = now_;
  run(call, after);
  for (std::uint32_t i = 0; i < after.size(); ++i) {
    if (then.v > 0) after[i] = {add_step(job_, groups_.first + i, then, std::move(after[i]))};
    add_all(begun_[i], after[i]);
    if (begun_[i].size() > 8) begun_[i] = {add_step(job_, groups_.first + i, {}, std::move(begun_[i]))};
  }
}

void StageActions::join() {
  for (std::uint32_t i = 0; i < now_.size(); ++i) {
    add_all(now_[i], std::exchange(begun_[i], {}));
    if (now_[i].size() > 2) now_[i] = {add_step(job_, groups_.first + i, {}, std::move(now_[i]))};
  }
}

Numbers StageActions::send(const RankGroups& to, std::int64_t bytes) {
  Numbers sent;
  for (std::uint32_t i = 0; i < now_.size(); ++i) {
    sent.push_back(job_.add(groups_.first + i, to.first + i, {bytes}, {{}, now_[i]}));
    now_[i] = {sent.back()};
  }
  return sent;
}

void StageActions::receive(const Numbers& messages) {
  for (std::uint32_t i = 0; i < now_.size(); ++i) {
    now_[i].push_back(messages[i]);
    if (now_[i].size() > 2) now_[i] = {add_step(job_, groups_.first + i, {}, std::move(now_[i]))};
  }
}

std::uint64_t StageActions::operations_of(const StageCall& call) {
  std::uint64_t of_group = groups_.members(call.axis);
  for (const Round& round : rounds_of(call)) of_group += round.size();
  return of_group * all_[static_cast<std::size_t>(call.axis)].size();
}

}  // namespace ebb::inline training
