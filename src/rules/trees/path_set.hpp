// One path from each switch to each other, as in Koibuchi's all-at-once routing relation (N x N -> P), and
// the two path sets that ebb generates. All paths from a switch must be in one tree, because a switch gives
// every frame of its hosts the same VLAN.
#pragma once

#include <array>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "base/problem.hpp"
#include "network/network.hpp"
#include "rules/trees/trunks.hpp"

namespace ebb::inline rules {

/// The switches that a frame visits, both ends included.
using Path = std::vector<SwitchId>;

class PathSet {
 public:
  explicit PathSet(std::uint32_t switches) : switches_(switches), paths_(std::size_t{switches} * switches) {}

  std::uint32_t switches() const { return switches_; }
  /// Empty: there is none.
  const Path& path(SwitchId from, SwitchId to) const { return paths_[std::size_t{from} * switches_ + to]; }
  /// The path is that of its two ends.
  void set(Path path) {
    auto& place = paths_[std::size_t{path.front()} * switches_ + path.back()];
    place = std::move(path);
  }

 private:
  std::uint32_t switches_;
  std::vector<Path> paths_;
};

/// shortest: the fewest hops, lower numbers first; pause frames may then cause a deadlock cycle. up_down: no
/// path goes up after it went down from a root, so that there is no cycle (Koibuchi's "existing routing
/// algorithm").
enum class PathRule : std::uint8_t { up_down, shortest };
constexpr auto names_of(PathRule) { return std::array<std::string_view, 2>{"up_down", "shortest"}; }

/// Paths between all switches with hosts over the trunks that are on. A pair that is not connected has none.
PathSet tree_paths(const Network& network, const Trunks& trunks, const TrunkSet& on, PathRule rule);

/// The same where no path goes up after it went down in this order of the switches; the shortest paths
/// without an order.
PathSet tree_paths(const Network& network, const Trunks& trunks, const TrunkSet& on,
                   const std::vector<std::uint32_t>& order);

/// Every switch's position in the order of up_down: towards lower positions is up.
std::vector<std::uint32_t> up_down_order(const Trunks& trunks, const TrunkSet& on);
/// The position of each switch in this list.
std::vector<std::uint32_t> places_of(const std::vector<SwitchId>& sorted);

/// Returns what is wrong with user-provided paths: hops without a trunk that is on, switches visited twice,
/// pairs of switches with hosts that have no path.
Problems check_path_set(const Network& network, const Trunks& trunks, const TrunkSet& on,
                        const PathSet& paths);

/// Channels (Trunks::channel_from) that wait for each other in a cycle while pause frames are on, each for
/// the next; empty when there is none.
std::vector<std::uint32_t> waiting_cycle(const Trunks& trunks, const PathSet& paths);

/// "s0 > s3 > s1"
std::string path_text(const Path& path);

}  // namespace ebb::inline rules
