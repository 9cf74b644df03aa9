// Dropped packets by flow, that is by source and destination. It stores only flows that lost packets, so
// never more flows than dropped packets.
#pragma once

#include <algorithm>
#include <unordered_map>
#include <vector>

#include "results/dropped_flow.hpp"

namespace ebb::inline engine {

class DropCounts {
 public:
  void add(std::uint32_t source, std::uint32_t destination) { ++packets_[key(source, destination)]; }

  /// Returns the flows that lost most first; those that lost the same in the order of their hosts.
  std::vector<DroppedFlow> sorted() const {
    std::vector<DroppedFlow> all;
    all.reserve(packets_.size());
    for (const auto& [flow, packets] : packets_)
      all.push_back({static_cast<std::uint32_t>(flow >> 32), static_cast<std::uint32_t>(flow), packets});
    std::sort(all.begin(), all.end(), [](const DroppedFlow& a, const DroppedFlow& b) {
      if (a.packets != b.packets) return a.packets > b.packets;
      return key(a.source, a.destination) < key(b.source, b.destination);
    });
    return all;
  }
  void merge(const std::vector<DroppedFlow>& others) {
    for (const DroppedFlow& flow : others) packets_[key(flow.source, flow.destination)] += flow.packets;
  }

 private:
  static std::uint64_t key(std::uint32_t source, std::uint32_t destination) {
    return std::uint64_t{source} << 32 | destination;
  }
  std::unordered_map<std::uint64_t, std::uint64_t> packets_;
};

}  // namespace ebb::inline engine
