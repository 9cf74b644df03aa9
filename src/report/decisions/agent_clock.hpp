// The clock of an agent's decisions. Simulations count from 0; an agent counts from its start, and what its
// file calls the run says when that was, so that people find the line of their own evening.
#pragma once

#include <ctime>
#include <optional>
#include <string>

#include "results/decisions.hpp"

namespace ebb::inline report {

/// What a file of decisions calls the run of an agent: "mine.toml (agent since 2026-11-17T04:15:52Z)".
std::string agent_run_name(const std::string& file, std::time_t began, bool dry);

struct AgentClock {
  std::optional<std::time_t> began;  ///< nothing: an older file, which does not say
  bool dry = false;                  ///< it changed nothing

  /// "2026-11-17T04:15:59Z"; empty where it is not known.
  std::string text(Picoseconds since_start) const;
};

/// Nothing for a simulation.
std::optional<AgentClock> agent_clock(const DecisionsAbout& about);

/// A moment of the run: "25.000 us" of a simulation, "7.100 s, 2026-11-17T04:15:59Z" of an agent.
std::string moment_of(const DecisionsAbout& about, Picoseconds time);

}  // namespace ebb::inline report
