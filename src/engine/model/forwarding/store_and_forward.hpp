// Store-and-forward: a packet is routed once it is whole.
#pragma once

#include "engine/model/wire_rate.hpp"

namespace ebb::inline engine {

struct StoreAndForward {
  static constexpr std::int64_t head_after(std::int64_t latency, std::int64_t wire_time) {
    return latency + wire_time;
  }
  static constexpr std::int64_t tail_lag(const WireRate&, std::int64_t) { return 0; }
  static constexpr bool always_keeps_path = true;
};

}  // namespace ebb::inline engine
