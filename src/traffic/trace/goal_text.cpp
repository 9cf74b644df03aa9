#include "traffic/trace/goal_text.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <functional>
#include <map>
#include <queue>
#include <tuple>
#include <unordered_map>

#include "base/problem.hpp"
#include "base/units.hpp"
#include "network/network.hpp"
#include "traffic/trace/goal_operations.hpp"

namespace ebb::inline traffic {
namespace {

/// Turns operations into those of a job, each after all its dependencies.
class GoalJob {
 public:
  GoalJob(std::vector<GoalOperation> operations, std::uint32_t ranks, const std::string& name)
      : operations_(std::move(operations)), name_(name), job_(ranks), of_(operations_.size()) {}

  Result<JobMaker> make() {
    if (Problems problems = match(); !problems.empty()) return problems;
    std::vector<std::uint32_t> still(operations_.size(), 0);
    std::vector<std::vector<std::uint32_t>> followers(operations_.size());
    const auto needs = [&](std::uint32_t later, std::uint32_t earlier) {
      followers[earlier].push_back(later), ++still[later];
    };
    for (std::uint32_t i = 0; i < operations_.size(); ++i) {
      for (const std::uint32_t earlier : operations_[i].requires_) needs(i, earlier);
      for (const std::uint32_t earlier : operations_[i].starts_with) needs(i, earlier);
      if (operations_[i].kind == GoalKind::recv) needs(i, send_of_[i]);
    }
    std::priority_queue<std::uint32_t, std::vector<std::uint32_t>, std::greater<>> ready;
    for (std::uint32_t i = 0; i < operations_.size(); ++i)
      if (still[i] == 0) ready.push(i);
    std::size_t made = 0;
    for (; !ready.empty(); ++made) {
      const std::uint32_t i = ready.top();
      ready.pop();
      add(i);
      for (const std::uint32_t follower : followers[i])
        if (--still[follower] == 0) ready.push(follower);
    }
    if (made == operations_.size()) return std::move(job_);
    const auto stuck = std::find_if(still.begin(), still.end(), [](std::uint32_t n) { return n > 0; });
    return at(operations_[static_cast<std::size_t>(stuck - still.begin())],
              "waits for itself through other operations", "remove one `requires` from the cycle");
  }

 private:
  /// The dependencies of a job's operation that comes after this one, and after this one's start.
  struct Made {
    std::vector<std::uint32_t> end, start;
  };

  Problem at(const GoalOperation& operation, std::string what, std::string hint) const {
    return {fmt::format("{}:{}", name_, operation.line), std::move(what), std::move(hint)};
  }

  Problems match() {
    std::map<std::tuple<HostId, HostId, std::int64_t, std::int64_t>, std::queue<std::uint32_t>> sends;
    for (std::uint32_t i = 0; i < operations_.size(); ++i)
      if (const GoalOperation& o = operations_[i]; o.kind == GoalKind::send)
        sends[{o.rank, o.peer, o.tag, o.amount}].push(i);
    Problems problems;
    for (std::uint32_t i = 0; i < operations_.size() && problems.size() < most_goal_problems; ++i) {
      const GoalOperation& o = operations_[i];
      if (o.kind != GoalKind::recv) continue;
      auto& waiting = sends[{o.peer, o.rank, o.tag, o.amount}];
      if (waiting.empty()) {
        problems.push_back(at(o,
                              fmt::format("receives {} bytes that rank {} does not send", o.amount, o.peer),
                              "each recv needs a send of the same size and tag"));
      } else {
        send_of_[i] = waiting.front();
        waiting.pop();
      }
    }
    for (const auto& [key, waiting] : sends)
      if (!waiting.empty() && problems.size() < most_goal_problems)
        problems.push_back(at(operations_[waiting.front()],
                              "sends a message that its receiver does not receive",
                              "each send needs a recv of the same size and tag"));
    return problems;
  }

  void add(std::uint32_t i) {
    const GoalOperation& o = operations_[i];
    std::vector<std::uint32_t> before;
    for (const std::uint32_t r : o.requires_)
      before.insert(before.end(), of_[r].end.begin(), of_[r].end.end());
    for (const std::uint32_t r : o.starts_with)
      before.insert(before.end(), of_[r].start.begin(), of_[r].start.end());
    of_[i].start = before;
    if (o.kind == GoalKind::recv) {
      const std::vector<std::uint32_t>& sent = of_[send_of_[i]].end;
      if (before.empty()) {
        of_[i].end = sent;
        return;
      }
      before.insert(before.end(), sent.begin(), sent.end());
      of_[i].end = {job_.add(o.rank, o.rank, {0}, {{}, std::move(before)})};
    } else if (o.kind == GoalKind::calc || o.peer == o.rank) {
      const Picoseconds time{o.kind == GoalKind::calc ? o.amount * 1'000 : 0};
      of_[i].end = {job_.add(o.rank, o.rank, {0}, {time, std::move(before)})};
    } else {
      of_[i].end = {job_.add(o.rank, o.peer, {std::max<std::int64_t>(1, o.amount)}, {{}, std::move(before)})};
    }
  }

  const std::vector<GoalOperation> operations_;
  const std::string& name_;
  JobMaker job_;
  std::vector<Made> of_;
  std::unordered_map<std::uint32_t, std::uint32_t> send_of_;  ///< of each recv
};

}  // namespace

Result<JobMaker> read_goal(std::istream& in, const std::string& name) {
  auto read = read_goal_operations(in, name);
  if (!read) return read.problems();
  return GoalJob(std::move(read->all), read->ranks, name).make();
}

}  // namespace ebb::inline traffic
