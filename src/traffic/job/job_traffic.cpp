#include "traffic/job/job_traffic.hpp"

#include <fmt/core.h>

#include <algorithm>
#include <functional>

#include "base/ensure.hpp"

namespace ebb::inline traffic {
namespace {

constexpr std::size_t started_word = 0;  // of a host's memory

}  // namespace

JobTraffic::JobTraffic(std::shared_ptr<const Job> job, double speed, std::vector<HostId> placement,
                       std::uint32_t hosts, const MpiProtocol& protocol, std::string placed,
                       std::uint64_t steps)
    : job_(std::move(job)),
      speed_(speed),
      placement_(std::move(placement)),
      protocol_(protocol),
      placed_(std::move(placed)),
      steps_(steps),
      player_of_(hosts, no_id),
      players_(job_->hosts()) {
  ENSURE(placement_.size() == job_->hosts());
  for (HostId h = 0; h < placement_.size(); ++h) player_of_[placement_[h]] = h;
  for (std::uint32_t i = 0; i < job_->size(); ++i) largest_ = std::max(largest_, (*job_)[i].size);
}

Picoseconds JobTraffic::scaled(Picoseconds time) const {
  return speed_ == 1 ? time : Picoseconds{static_cast<std::int64_t>(static_cast<double>(time.v) / speed_)};
}

void JobTraffic::start(HostId number) const {
  Player& player = players_[number];
  player = {};
  const std::uint32_t first = job_->first(number), end = job_->first(number + 1);
  for (std::uint32_t i = first; i < end; ++i) {
    const Operation& operation = (*job_)[i];
    player.still.push_back(operation.waits);
    if (operation.waits > 0) continue;
    player.due.push_back({scaled(operation.begin), i});
    const Picoseconds begin = scaled(operation.begin - operation.computing);
    player.computing.foresee(begin, scaled(operation.begin));
    note(player, begin, scaled(operation.begin));
  }
  std::make_heap(player.due.begin(), player.due.end(), std::greater<>{});
}

void JobTraffic::file(Player& player, const Due& due) {
  player.due.push_back(due);
  std::push_heap(player.due.begin(), player.due.end(), std::greater<>{});
}

/// An operation that this host knows of has completed: others of the host may depend on it.
void JobTraffic::happened(std::uint32_t number, HostId who, Picoseconds now) const {
  Player& player = players_[who];
  for (const std::uint32_t follower : job_->followers(number)) {
    const Operation& waiting = (*job_)[follower];
    if (waiting.host != who || --player.still[follower - job_->first(who)] > 0) continue;
    compute(follower, who, now);
  }
}

void JobTraffic::compute(std::uint32_t number, HostId who, Picoseconds now) const {
  Player& player = players_[who];
  const Picoseconds until = now + scaled((*job_)[number].computing);
  player.computing.add(now, until);
  note(player, now, until);
  file(player, {until, number});
}

void JobTraffic::note(Player& player, Picoseconds from, Picoseconds until) const {
  if (players_.size() <= most_drawn) player.activity.add(std::max(from, Picoseconds{}), until);
}

void JobTraffic::done(std::uint32_t number, HostId who, Picoseconds now) const {
  Player& player = players_[who];
  ++player.done, player.last = std::max(player.last, now);
  happened(number, who, now);
}

/// Executes what is due, until there is a message to send.
Message JobTraffic::next(HostId host, Picoseconds now, HostMemory& memory) const {
  const HostId who = player_of_[host];
  if (who == no_id) return {};
  if (memory.state[started_word]++ == 0) start(who);
  Player& player = players_[who];
  if (player.asked <= now) player.asked = endless;
  while (!player.due.empty() && player.due.front().at <= now) {
    const auto [at, number, stage] = player.due.front();
    std::pop_heap(player.due.begin(), player.due.end(), std::greater<>{});
    player.due.pop_back();
    const Operation& operation = (*job_)[number];
    if (operation.is_step() || stage == Stage::received) {
      done(number, who, now);
    } else if (stage == Stage::ready && protocol_.takes_time()) {
      file(player, {player.handling.send(protocol_, now, operation.size), number, Stage::handled});
    } else {
      happened(number, who, now);
      return {
          .at = now, .destination = placement_[operation.destination], .size = operation.size, .tag = number};
    }
  }
  return ask_when_due(host, player);
}

/// One pending request is enough, unless something is due before it.
Message JobTraffic::ask_when_due(HostId host, const Player& seen) const {
  if (seen.due.empty() || seen.due.front().at >= seen.asked) return {};
  const Picoseconds at = seen.due.front().at;
  players_[player_of_[host]].asked = at;
  return {.at = at, .destination = host, .size = {0}};
}

Message JobTraffic::delivered(const Delivery& d, HostMemory&) const {
  const HostId who = player_of_[d.destination];
  Player& player = players_[who];
  if (protocol_.takes_time())
    file(player, {player.handling.receive(protocol_, d.at, d.size), d.tag, Stage::received});
  else
    done(d.tag, who, d.at);
  return ask_when_due(d.destination, player);
}

JobResult JobTraffic::job() const {
  JobResult all{
      .operations = job_->size(), .steps = steps_, .without_network = scaled(job_->without_network())};
  for (HostId i = 0; i < players_.size(); ++i) {
    const Player& player = players_[i];
    all.done += player.done, all.run_time = std::max(all.run_time, player.last);
    all.ranks += job_->first(i) < job_->first(i + 1);
    all.computing_ps += static_cast<double>(player.computing.total().v);
  }
  return all;
}

RankHistory JobTraffic::rank_history() const {
  if (players_.size() > most_drawn) return {};
  const Picoseconds end = job().run_time;
  std::vector<RankActivity> ranks;
  Picoseconds length{};
  for (const Player& player : players_) {
    ranks.push_back(player.activity);
    length = std::max(length, player.activity.length());
  }
  while (end.v / length.v >= static_cast<std::int64_t>(RankActivity::most_spans)) length.v *= 2;
  RankHistory history{.length = length,
                      .ranks = job_->hosts(),
                      .spans = static_cast<std::uint32_t>((end.v + length.v - 1) / length.v)};
  for (RankActivity& rank : ranks) {
    rank.widen(length);
    for (std::size_t span = 0; span < history.spans; ++span)
      history.computing.push_back(
          static_cast<std::uint8_t>(rank.computing(span).v * RankHistory::whole / length.v));
  }
  return history;
}

std::string JobTraffic::calibration() const {
  return fmt::format("a job of {} operations on {} hosts{}{}", job_->size(), job_->hosts(),
                     speed_ == 1 ? "" : fmt::format(", computing {} times as fast", speed_), placed_);
}

}  // namespace ebb::inline traffic
