// What a batch of windows changes, as it was before: a batch that finds a ring or a pool full is run again
// with larger ones.
#pragma once

#include <cstddef>
#include <cstring>
#include <type_traits>
#include <vector>

#include "engine/gpu/array_pairs.hpp"

namespace ebb::inline engine {

class BatchSnapshot {
 public:
  void take(PacketState& state, WarpQueues& queues) {
    saved_.clear();
    for_each_array(state, queues, [this](auto& array, auto&) {
      const auto* bytes = reinterpret_cast<const std::byte*>(array.data());
      saved_.emplace_back(bytes, bytes + array.size() * sizeof(*array.data()));
    });
  }
  void restore(PacketState& state, WarpQueues& queues) const {
    std::size_t i = 0;
    for_each_array(state, queues, [&](auto& array, auto&) {
      const std::vector<std::byte>& bytes = saved_[i++];
      if (!bytes.empty()) std::memcpy(static_cast<void*>(array.data()), bytes.data(), bytes.size());
    });
  }

 private:
  template <class Visit>
  static void for_each_array(PacketState& state, WarpQueues& queues, const Visit& visit) {
    for_each_changing(state, state, visit);
    for_each_count(queues, queues, visit), for_each_queue(queues, queues, visit);
  }
  std::vector<std::vector<std::byte>> saved_;
};

}  // namespace ebb::inline engine
