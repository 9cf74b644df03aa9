// The options of an agent (tasks/agent/agent_task.hpp).
#pragma once

#include <chrono>
#include <cstdint>
#include <optional>
#include <string>

#include "base/problem.hpp"
#include "base/units.hpp"
#include "tasks/fabric/fabric_session.hpp"

namespace ebb::inline tasks {

struct AgentOptions {
  FabricArguments fabric;  ///< the network, its switches, and the journal of rollouts
  // Files that are written as it goes; empty: none.
  std::string log;             ///< each decision and event, a line of JSON each; appended
  std::string decisions;       ///< for `ebb why`; new
  std::string record;          ///< what hosts send, for `ebb run --replay`; new
  bool replace_files = false;  ///< decisions and record may exist
  std::string report;          ///< written by the caller, from AgentOutcome::report
  // What it does.
  std::string schedule;            ///< a file with the cables that are off by hour; empty: the policy decides
  std::optional<Picoseconds> day;  ///< length of a day of the schedule; else the wall clock counts
  std::optional<Picoseconds> most_time;    ///< ends cleanly after this time
  std::chrono::milliseconds drain{1'000};  ///< the longest time of a frame in the network
  bool sets_rates = true;     ///< with tc on interfaces of this machine; else ports are at full rate or off
  bool dry_run = false;       ///< changes nothing, and reports what it would do
  bool all_on = false;        ///< brings everything on at full rate, and ends
  bool only_records = false;  ///< no decisions; with dry_run
  bool keeps_series = false;  ///< keeps time series, for AgentHooks::sampled and AgentOutcome::report
  // /status and /metrics.
  int status_port = 0;         ///< 0: no server
  std::string status_address;  ///< empty: loopback
  std::string token_file;      ///< empty: the inventory's name with .token

  std::string off_file() const { return fabric.inventory + ".off"; }  ///< names the cables that are off
};

/// Options that contradict each other, and files that cannot be created. Reads no file, contacts no switch
/// and creates nothing.
Problems check_agent_options(const AgentOptions& options);

}  // namespace ebb::inline tasks
