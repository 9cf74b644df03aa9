// One of the two forwarding modes, chosen at run time: for runs that would not gain from being compiled
// twice.
#pragma once

#include "engine/model/forwarding/cut_through.hpp"
#include "engine/model/forwarding/store_and_forward.hpp"

namespace ebb::inline engine {

struct ForwardingAsSet {
  template <class Context>
  static std::int64_t head_after(const Context& context, std::int64_t latency, std::int64_t wire_time) {
    return stores(context) ? StoreAndForward::head_after(context, latency, wire_time)
                           : CutThrough::head_after(context, latency, wire_time);
  }
  template <class Context>
  static std::int64_t tail_lag(const Context& context, const WireRate& rate, std::int64_t size) {
    return stores(context) ? StoreAndForward::tail_lag(context, rate, size)
                           : CutThrough::tail_lag(context, rate, size);
  }
  template <class Context>
  static bool always_keeps_crossbar(const Context& context) {
    return stores(context);
  }

 private:
  template <class Context>
  static bool stores(const Context& context) {
    return context.state.switches.forwarding == Forwarding::store_and_forward;
  }
};

}  // namespace ebb::inline engine
