// The clock of an agent's decisions. Simulations count from 0. An agent counts from its start, and the run
// name in its file contains the wall-clock time of that start.
#pragma once

#include <ctime>
#include <optional>
#include <string>

#include "base/units.hpp"
#include "results/decisions.hpp"

namespace ebb::inline report {

/// Returns the run name of an agent in a decision file: "mine.toml (agent since 2026-11-17T04:15:52Z)".
std::string agent_run_name(const std::string& file, std::time_t began, bool dry);

struct AgentClock {
  std::optional<std::time_t> began;  ///< nothing: an older file, without this time
  bool dry = false;                  ///< it changed nothing

  /// "2026-11-17T04:15:59Z"; empty where it is unknown.
  std::string text(Picoseconds since_start) const;
};

/// Empty for a simulation.
std::optional<AgentClock> agent_clock(const DecisionsAbout& about);

/// Formats a time of the run: "25 us" of a simulation, "7.100 s, 2026-11-17T04:15:59Z" of an agent.
std::string moment_of(const DecisionsAbout& about, Picoseconds time);

}  // namespace ebb::inline report
