// Forward declarations for code that only passes a simulation on, without the headers of the engine.
#pragma once

namespace ebb::inline engine {

class Simulation;
struct SimulationSetup;

}  // namespace ebb::inline engine
