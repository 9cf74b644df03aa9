// Store-and-forward: a packet is routed once all of it has arrived.
#pragma once

#include "engine/model/wire_rate.hpp"

namespace ebb::inline engine {

struct StoreAndForward {
  template <class Context>
  static constexpr std::int64_t head_after(const Context&, std::int64_t latency, std::int64_t wire_time) {
    return latency + wire_time;
  }
  template <class Context>
  static constexpr std::int64_t tail_lag(const Context&, const WireRate&, std::int64_t) {
    return 0;
  }
  template <class Context>
  static constexpr bool always_keeps_crossbar(const Context&) {
    return true;
  }
};

}  // namespace ebb::inline engine
