// Routes of one router: prefixes and the next hops by which packets leave. zebra selects them; the kernel
// forwards by them.
#pragma once

#include <cstdint>
#include <map>
#include <set>
#include <string>

namespace ebb::inline fabric {

struct NextHop {
  std::string gateway;  ///< address of the neighbour; empty: the prefix is attached to the port
  std::string port;     ///< interface by which packets leave

  auto operator<=>(const NextHop&) const = default;
};

struct RoutedPrefix {
  std::set<NextHop> hops;
  bool in_group = false;  ///< the kernel's next hops are an object of their own (`ip nexthop`)

  bool operator==(const RoutedPrefix&) const = default;
};

/// By prefix, "10.88.1.0/31". 0.0.0.0/0 is the default route.
using RoutedPrefixes = std::map<std::string, RoutedPrefix>;

/// True for a prefix that is attached to a port of the router itself.
bool is_attached(const RoutedPrefix& route);
/// The route to a prefix, if it has a next hop by this port.
const RoutedPrefix* route_by(const RoutedPrefixes& routes, const std::string& prefix,
                             const std::string& port);

}  // namespace ebb::inline fabric
