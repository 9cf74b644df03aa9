// The simulation with a routing compiled in.
#pragma once

#include "engine/simulation.hpp"
#include "engine/sweep.hpp"

namespace ebb::inline engine {

template <class Routing>
class SimulationOf final : public Simulation {
 public:
  /// The routing must be prepared for the network, and outlive the simulation.
  SimulationOf(const SimulationSetup& setup, const Routing& routing)
      : Simulation(setup, routing.vcs()), routing_(routing) {
    if constexpr (ReadsBoard<Routing>)
      open_board(routing.news_delay(), [&](SwitchId s) { return routing.news_circle(s); });
  }

 private:
  void sweep(Part& part, const Part::Team& team) override { part.sweep(routing_, team); }
  const Routing& routing_;
};

}  // namespace ebb::inline engine
