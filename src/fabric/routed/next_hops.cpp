#include "fabric/routed/next_hops.hpp"

#include <algorithm>

namespace ebb::inline fabric {

bool is_attached(const RoutedPrefix& route) {
  return std::ranges::any_of(route.hops, [](const NextHop& hop) { return hop.gateway.empty(); });
}

const RoutedPrefix* route_by(const RoutedPrefixes& routes, const std::string& prefix,
                             const std::string& port) {
  const auto found = routes.find(prefix);
  if (found == routes.end()) return nullptr;
  const auto by_port = [&](const NextHop& hop) { return hop.port == port; };
  return std::ranges::any_of(found->second.hops, by_port) ? &found->second : nullptr;
}

}  // namespace ebb::inline fabric
