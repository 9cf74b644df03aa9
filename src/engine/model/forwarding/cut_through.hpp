// Cut-through: a packet's head may leave before its tail has arrived, never faster than the tail arrives.
//
// A way of forwarding is compiled into the rules. It says when a head can be routed at the next switch, how
// far behind its head a packet's tail is there, and whether a head that nobody holds up keeps the path from
// its input busy for others.
#pragma once

#include "engine/model/wire_rate.hpp"

namespace ebb::inline engine {

struct CutThrough {
  /// After the first bit has left the wire's beginning: cable and pipeline.
  static constexpr std::int64_t head_after(std::int64_t latency, std::int64_t /*wire_time*/) {
    return latency;
  }
  /// Behind the head, at the rate of the channel that the packet came over.
  static std::int64_t tail_lag(const WireRate& rate, std::int64_t size) { return rate.time(size); }
  /// A head that was not held up leaves the path before the next one can come over the wire: only those that
  /// stand there already have to be kept off.
  static constexpr bool always_keeps_path = false;
};

}  // namespace ebb::inline engine
