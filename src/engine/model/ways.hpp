// The pairs of forwarding and flow control that are compiled in, one line each.
#pragma once

#include "engine/model/flow/credits.hpp"
#include "engine/model/forwarding/cut_through.hpp"
#include "engine/model/forwarding/store_and_forward.hpp"

namespace ebb::inline engine {

using CutThroughCredits = Ways<CutThrough, Credits>;
using StoreAndForwardCredits = Ways<StoreAndForward, Credits>;

/// Calls use(W{}) with the ways that the settings ask for.
template <class Use>
auto with_ways(const SwitchSettings& settings, Use&& use) {
  switch (settings.forwarding) {
    case Forwarding::store_and_forward:
      return use(StoreAndForwardCredits{});
    case Forwarding::cut_through:
      break;
  }
  return use(CutThroughCredits{});
}

}  // namespace ebb::inline engine
