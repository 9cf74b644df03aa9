// One of the two ways of forwarding, chosen at run time: for runs that would not pay for being compiled
// twice.
#pragma once

#include "engine/model/forwarding/cut_through.hpp"
#include "engine/model/forwarding/store_and_forward.hpp"

namespace ebb::inline engine {

struct ForwardingAsSet {
  template <class Here>
  static std::int64_t head_after(const Here& at, std::int64_t latency, std::int64_t wire_time) {
    return stores(at) ? StoreAndForward::head_after(at, latency, wire_time)
                      : CutThrough::head_after(at, latency, wire_time);
  }
  template <class Here>
  static std::int64_t tail_lag(const Here& at, const WireRate& rate, std::int64_t size) {
    return stores(at) ? StoreAndForward::tail_lag(at, rate, size) : CutThrough::tail_lag(at, rate, size);
  }
  template <class Here>
  static bool always_keeps_path(const Here& at) {
    return stores(at);
  }

 private:
  template <class Here>
  static bool stores(const Here& at) {
    return at.state.switches.forwarding == Forwarding::store_and_forward;
  }
};

}  // namespace ebb::inline engine
