// Cut-through: a packet's head may leave before its tail has arrived, never faster than the tail arrives.
//
// A forwarding mode is compiled into the rules. It says when a head can be routed at the next switch, how far
// behind its head a packet's tail is there, and whether a head that is not blocked keeps its crossbar input
// busy for others.
#pragma once

#include "base/accelerator/device.hpp"
#include "engine/model/wire_rate.hpp"

namespace ebb::inline engine {

struct CutThrough {
  /// Returns when the head can be routed, counted from its start on the wire: cable and pipeline.
  template <class Context>
  static constexpr std::int64_t head_after(const Context&, std::int64_t latency, std::int64_t /*wire_time*/) {
    return latency;
  }
  /// Returns how far the tail is behind the head, at the rate of the channel that the packet came over.
  template <class Context>
  EBB_DEVICE static std::int64_t tail_lag(const Context&, const WireRate& rate, std::int64_t size) {
    return rate.time(size);
  }
  /// A head that was not blocked leaves the crossbar input before the next one can come over the wire. So the
  /// crossbar input needs to be reserved only where other packets are queued already.
  template <class Context>
  static constexpr bool always_keeps_crossbar(const Context&) {
    return false;
  }
};

}  // namespace ebb::inline engine
