// Routes of one router as three parties see them: OSPF, which computes them; zebra, which selects them; the
// kernel, which forwards by them. A route counts only when all three agree. Pure functions.
#pragma once

#include <map>
#include <set>
#include <string>
#include <vector>

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

/// A next hop that OSPF has and a later party lacks.
struct NextHopGap {
  enum class Lacks : std::uint8_t { zebra, kernel };
  std::string prefix;
  NextHop hop;
  Lacks lacks = Lacks::kernel;
  bool in_group = false;  ///< the kernel's route uses a next-hop group: FRR's known fault

  bool operator==(const NextHopGap&) const = default;
};

/// The next hops by neighbours that OSPF has, and that do not reach the kernel. Prefixes attached to the
/// router itself are the kernel's own, even where OSPF has a cheaper path because a port is drained.
std::vector<NextHopGap> find_gaps(const RoutedPrefixes& ospf, const RoutedPrefixes& zebra,
                                  const RoutedPrefixes& kernel);

/// What a gap is, and its remedy: "the kernel lacks …", "add `no zebra nexthop kernel enable` …".
struct GapText {
  std::string what, hint;
};
GapText describe(const NextHopGap& gap);

/// Prefixes that packets reach by this port, other than those in `attached`. These are what moves to other
/// ports when the neighbour there is drained.
std::set<std::string> transit_by(const RoutedPrefixes& routes, const std::string& port,
                                 const std::set<std::string>& attached);

/// Prefixes attached to the router's own ports.
std::set<std::string> attached_prefixes(const RoutedPrefixes& routes);

}  // namespace ebb::inline fabric
