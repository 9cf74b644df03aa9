// The gaps between packets, by kind of channel and by length.
#pragma once

#include <vector>

#include "base/units.hpp"
#include "results/gap_result.hpp"

namespace ebb::inline engine {

class GapCounts {
 public:
  void add(std::size_t kind, Picoseconds length) {
    if (kinds_.size() <= kind) kinds_.resize(kind + 1);
    kinds_[kind].add(length);
  }
  /// By kind (network/channel_kinds.hpp); the last ones are missing where they had no gap.
  const std::vector<GapCount>& list() const { return kinds_; }
  void merge(const std::vector<GapCount>& other) {
    if (kinds_.size() < other.size()) kinds_.resize(other.size());
    for (std::size_t i = 0; i < other.size(); ++i) kinds_[i].add(other[i]);
  }

 private:
  std::vector<GapCount> kinds_;
};

}  // namespace ebb::inline engine
