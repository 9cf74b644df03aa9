#include "fabric/routed/route_watch.hpp"

#include <fmt/format.h>

#include <optional>
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

/// A next hop that zebra has and its kernel lacks does not come by waiting: it is reported early.
Problems RouteWatch::await_kernels(std::chrono::milliseconds limit, const char* what) const {
  const auto end = RouteClock::now() + limit;
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
        if (faulty && now - *faulty > limits_.install) return {cause.problem};
        problems = {cause.problem};
      }
    }
    if (is_late) return late(problems, what, limit);
    std::this_thread::sleep_for(poll);
  }
}

}  // namespace ebb::inline fabric
