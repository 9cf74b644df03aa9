#include "fabric/routed/route_watch.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <thread>

namespace ebb::inline fabric {
namespace {

using RouteClock = std::chrono::steady_clock;
constexpr std::chrono::milliseconds poll{50};
constexpr std::uint32_t explained_each = 8;  ///< polls; an explanation takes as long as a poll

Problems late(Problems problems, const char* what, std::chrono::milliseconds limit) {
  for (Problem& problem : problems)
    problem.what += fmt::format(" ({}: not within {} s; it is undone and tried again)", what,
                                std::chrono::duration<double>(limit).count());
  return problems;
}

}  // namespace

Problems RouteWatch::await_adjacent(const std::vector<PortId>& ports) const {
  if (ports.empty()) return {};
  const auto end = RouteClock::now() + limits_.link;
  while (true) {
    Problems problems = read_();
    for (const PortId p : ports)
      if (problems.empty() && !routers_.is_adjacent(p))
        problems.push_back({routers_.router_of(p).name(),
                            fmt::format("has no adjacency by {}", routers_.interface(p)),
                            "check the cable and the routing protocol at both ends"});
    if (problems.empty()) return {};
    if (stop_.stop_requested() || RouteClock::now() > end) return late(problems, "adjacency", limits_.link);
    std::this_thread::sleep_for(poll);
  }
}

void RouteWatch::pause(std::chrono::milliseconds time) const {
  const auto end = RouteClock::now() + time;
  while (!stop_.stop_requested() && RouteClock::now() < end) std::this_thread::sleep_for(poll);
}

bool RouteWatch::await_unused(const std::vector<PortId>& ports) const {
  const auto is_used = [&](PortId p) {
    return !routers_.views()[routers_.network().owner[p]].drained && routers_.forwards_by(p);
  };
  const auto end = RouteClock::now() + limits_.drain;
  while (!stop_.stop_requested() && RouteClock::now() < end) {
    if (read_().empty() && std::ranges::none_of(ports, is_used)) return true;
    std::this_thread::sleep_for(poll);
  }
  return false;
}

/// A next hop that zebra has and its kernel lacks does not come by waiting: it is reported early.
Problems RouteWatch::await_kernels(std::chrono::milliseconds limit, const char* what) {
  const auto end = RouteClock::now() + limit;
  kernel_fault_.reset();
  std::optional<RouteClock::time_point> faulty;
  for (std::uint32_t turn = 0;; ++turn) {
    Problems problems = read_();
    const bool is_late = stop_.stop_requested() || RouteClock::now() > end;
    if (problems.empty() && routers_.owners().empty())
      problems = {{"routes", "no router has a route to a prefix of another", "check the routing protocol"}};
    else if (problems.empty()) {
      const auto difference = routers_.difference();
      if (!difference) return {};
      if (is_late || turn % explained_each == 0) {
        const DifferenceCause cause = explain(routers_, *difference);
        const auto now = RouteClock::now();
        faulty = cause.by_kernel ? faulty.value_or(now) : std::optional<RouteClock::time_point>();
        problems = {cause.problem};
        if (faulty && (is_late || now - *faulty > limits_.install)) {
          kernel_fault_ = {difference->port, cause.in_group};
          return problems;
        }
      }
    }
    if (is_late) return late(problems, what, limit);
    std::this_thread::sleep_for(poll);
  }
}

}  // namespace ebb::inline fabric
