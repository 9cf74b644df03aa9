// The simulation with a routing compiled in.
#pragma once

#include "engine/gpu/coverage.hpp"
#include "engine/gpu/device_machine.hpp"
#include "engine/gpu/gpu_executor.hpp"
#include "engine/plain/plain_executor.hpp"
#include "engine/simulation.hpp"
#include "engine/threads/threads_behind.hpp"
#include "engine/threads/threads_of.hpp"

namespace ebb::inline engine {

template <class Routing>
class SimulationOf final : public Simulation {
 public:
  /// The routing must be prepared for the network, and outlive the simulation.
  SimulationOf(const SimulationSetup& setup, const Routing& routing) : Simulation(setup, routing.vcs()) {
    if constexpr (requires { routing.slowest_clock(); }) routing_clock_ = routing.slowest_clock();
    state_.reroutes_blocked = requires { Routing::reroutes_blocked; };
    if constexpr (requires { routing.congestion_notification(); })
      if (setup.switches.flow.name != FlowControl::credits && routing.congestion_notification().in_use())
        state_.use_congestion_notification(routing.congestion_notification());
    if constexpr (LooksOnlyHere<Routing>)
      if (runs_warps<Routing>(setup.executor)) {
        executor_ = std::make_unique<GpuExecutor>(state_, batch_, warp_machine(setup.executor, routing));
        return;
      }
    executor_ = with_mode(
        setup.switches, state_.control.counts_credits() || setup.network.circuits.in_use(),
        [&](auto mode) -> std::unique_ptr<Executor> {
          using W = decltype(mode);
          if (setup.executor == ExecutorKind::plain)
            return std::make_unique<PlainExecutor<W>>(state_, batch_,
                                                      std::make_unique<PlainRoutingOf<Routing, W>>(routing));
          const ThreadsSetup threads{setup.threads, setup.blocks, batch_};
          if constexpr (is_behind_interface<W>)
            return std::make_unique<ThreadsBehind<W>>(
                state_, exchange_, threads, std::make_unique<ThreadsRoutingOf<Routing, W>>(routing));
          else
            return std::make_unique<ThreadsOf<Routing, W>>(state_, exchange_, threads, routing);
        });
  }
};

}  // namespace ebb::inline engine
