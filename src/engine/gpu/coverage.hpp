// What the executor for accelerators runs.
#pragma once

#include "base/problem.hpp"
#include "engine/exchange/published_lengths.hpp"
#include "engine/executor_kind.hpp"
#include "engine/model/settings.hpp"
#include "network/network.hpp"
#include "traffic/traffic.hpp"

namespace ebb::inline engine {

/// A routing that reads nothing but the queues and credits of the switch at hand.
template <class Routing>
concept LooksOnlyHere = !ReadsPublished<Routing> && !requires {
  Routing::avoids_closed;
}
&&!requires(const Routing& routing) { routing.congestion_notification(); };

/// The parts of a run that decide whether the executor can run it.
struct GpuRun {
  const SwitchSettings& switches;
  const HostSettings& hosts;
  bool is_controlled;  ///< by a power policy
  const Network& network;
  const Traffic& traffic;
  bool has_routing = true;  ///< that the executor has
};

/// Returns everything of the run that the executor does not have.
Problems check_gpu(const GpuRun& run, ExecutorKind executor);

}  // namespace ebb::inline engine
