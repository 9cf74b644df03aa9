// Waits until routers show what is wanted: adjacencies, and kernels that forward as the model says.
#pragma once

#include <chrono>
#include <functional>
#include <stop_token>
#include <vector>

#include "base/problem.hpp"
#include "fabric/routed/routed_network.hpp"
#include "network/network.hpp"

namespace ebb::inline fabric {

struct RouteLimits {
  std::chrono::milliseconds drain{15'000};   ///< until no kernel forwards by what leaves
  std::chrono::milliseconds link{40'000};    ///< until what returns has its adjacencies
  std::chrono::milliseconds routes{40'000};  ///< until all kernels forward by what returns
  std::chrono::milliseconds install{3'000};  ///< from a router's having a next hop until its kernel has it
};

class RouteWatch {
 public:
  /// `read` reads the routers again. Both outlive this.
  RouteWatch(const RoutedNetwork& routers, RouteLimits limits, std::function<Problems()> read)
      : routers_(routers), limits_(limits), read_(std::move(read)) {}

  /// A stop request ends all waits, with a problem.
  void stop_with(std::stop_token stop) { stop_ = std::move(stop); }
  Problems await_adjacent(const std::vector<PortId>& ports) const;
  /// `what` names the step in a problem.
  Problems await_kernels(std::chrono::milliseconds limit, const char* what) const;

 private:
  const RoutedNetwork& routers_;
  RouteLimits limits_;
  std::function<Problems()> read_;
  std::stop_token stop_;
};

}  // namespace ebb::inline fabric
