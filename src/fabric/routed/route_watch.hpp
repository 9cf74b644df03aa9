// Waits until routers show what is wanted: adjacencies, and kernels that forward as the model says.
#pragma once

#include <chrono>
#include <functional>
#include <optional>
#include <stop_token>
#include <utility>
#include <vector>

#include "base/problem.hpp"
#include "fabric/routed/routed_network.hpp"
#include "network/network.hpp"

namespace ebb::inline fabric {

struct RouteLimits {
  std::chrono::milliseconds drain{15'000};   ///< until no kernel forwards by what leaves
  std::chrono::milliseconds link{40'000};    ///< until what returns has its adjacencies
  std::chrono::milliseconds routes{40'000};  ///< until all kernels forward by what returns
  std::chrono::milliseconds install{8'000};  ///< from a router's having a next hop until its kernel has it
  std::chrono::milliseconds forget{3'000};   ///< until FRR has forgotten groups of next hops without a route
  std::chrono::milliseconds away{2'500};     ///< of an adjacency, so that routes by it change
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
  Problems await_kernels(std::chrono::milliseconds limit, const char* what);
  void pause(std::chrono::milliseconds time) const;
  /// Waits until no router that is not drained itself forwards by one of these ports. False: it still does,
  /// or routers do not answer.
  bool await_unused(const std::vector<PortId>& ports) const;
  /// A next hop that FRR holds for installed and its kernel lacks.
  struct KernelFault {
    PortId port;
    bool in_group;
  };
  /// The one with which the last wait for kernels ended, if any; once.
  std::optional<KernelFault> take_kernel_fault() { return std::exchange(kernel_fault_, {}); }

 private:
  const RoutedNetwork& routers_;
  RouteLimits limits_;
  std::function<Problems()> read_;
  std::stop_token stop_;
  std::optional<KernelFault> kernel_fault_;
};

}  // namespace ebb::inline fabric
