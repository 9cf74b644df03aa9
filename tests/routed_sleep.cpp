// For tests/routed_lab_test.py: puts a router of its lab to sleep and wakes it, on commands from standard
// input, and prints each phase with the milliseconds since the command.
//
// usage: routed_sleep LAB ROUTER PORT:NEIGHBOUR:NEIGHBOUR_PORT…
// commands: "sleep", "wake"; each runs until the router is asleep or awake, or until the first failure.
#include <fmt/format.h>

#include <chrono>
#include <cstdio>
#include <iostream>
#include <memory>
#include <string>
#include <thread>
#include <vector>

#include "fabric/routed/router_sleeper.hpp"

namespace {

using namespace ebb;
using Clock = std::chrono::steady_clock;

struct LabRouter {
  LabRouter(const std::string& lab, const std::string& name)
      : shell({"ip", "netns", "exec", lab + "-" + name}), router(name, shell, lab + "-" + name) {}
  CommandShell shell;
  FrrRouter router;
};

void print(const Problem& problem) {
  fmt::print("problem: {}: {} | {}\n", problem.where, problem.what, problem.hint);
}

/// Steps until the phase is reached, or a failure is reported.
void until(RouterSleeper& sleeper, SleepPhase wanted) {
  const auto began = Clock::now();
  const auto since = [&] {
    return std::chrono::duration_cast<std::chrono::milliseconds>(Clock::now() - began);
  };
  SleepPhase before = sleeper.phase();
  while (true) {
    for (const Problem& problem :
         sleeper.step(std::chrono::duration_cast<std::chrono::milliseconds>(Clock::now().time_since_epoch())))
      print(problem);
    if (sleeper.phase() != before) fmt::print("{} {}\n", name_of(sleeper.phase()), since().count());
    before = sleeper.phase();
    if (const auto failure = sleeper.take_failure()) {
      fmt::print("failed: {}: {} | {}\n", failure->where, failure->what, failure->hint);
      return;
    }
    if (before == wanted) return;
    std::this_thread::sleep_for(std::chrono::milliseconds(20));
  }
}

}  // namespace

int main(int count, char** words) {
  if (count < 4) return 2;
  LabRouter sleeping(words[1], words[2]);
  std::vector<std::unique_ptr<LabRouter>> neighbours;
  std::vector<SleeperLink> links;
  for (int k = 3; k < count; ++k) {
    const std::string word = words[k];
    const std::size_t first = word.find(':'), second = word.find(':', first + 1);
    neighbours.push_back(std::make_unique<LabRouter>(words[1], word.substr(first + 1, second - first - 1)));
    links.push_back({word.substr(0, first), &neighbours.back()->router, word.substr(second + 1)});
  }
  SleepLimits limits;
  limits.retry = std::chrono::milliseconds(1000);
  RouterSleeper sleeper(sleeping.router, links, limits);
  for (std::string line; std::getline(std::cin, line);) {
    if (line == "sleep") {
      const Problems refused = sleeper.sleep();
      for (const Problem& problem : refused) print(problem);
      if (refused.empty()) until(sleeper, SleepPhase::asleep);
    } else {
      sleeper.wake();
      until(sleeper, SleepPhase::awake);
    }
    fmt::print("done\n");
    std::fflush(stdout);
  }
  return 0;
}
