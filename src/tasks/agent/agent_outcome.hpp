// What an agent reports while it runs, and what it leaves at its end.
#pragma once

#include <chrono>
#include <functional>
#include <string>
#include <vector>

#include "base/problem.hpp"
#include "base/units.hpp"
#include "report/document/document.hpp"
#include "results/decisions.hpp"
#include "results/run_outcome.hpp"

namespace ebb::inline tasks {

/// A moment of a running agent, about once a second at first and less often later.
struct AgentSample {
  Picoseconds now{};
  std::string policy;
  std::string last;                  ///< the last line of the log; empty: none yet
  std::function<Document()> report;  ///< the page so far; valid during the call
};

/// Called in this order, from the thread that runs the agent. Any may be empty.
struct AgentHooks {
  std::function<void()> prepared;      ///< switches have answered; no thread runs and nothing is changed yet
  std::function<Problems()> starting;  ///< before the first step; problems end the agent: `refused`
  std::function<void(const std::string&)>
      line;                       ///< each event, and in a dry run each decision, with its time
  std::function<void()> started;  ///< after the first step
  std::function<void()> stepped;  ///< after every step
  std::function<void(const AgentSample&)> sampled;  ///< with AgentOptions::keeps_series
  /// Sleeps until then. Returns true to stop the agent; it may return early. Empty: sleeps.
  std::function<bool(std::chrono::steady_clock::time_point)> wait;
  std::function<void()> stopping;  ///< everything comes on from now on, which takes up to two minutes
};

/// Cables between switches by phase: "on", "off", "broken".
struct CablesInPhase {
  std::string phase;
  std::size_t cables = 0;
};

struct AgentOutcome {
  /// Not empty: files or options are wrong, and no switch was changed.
  Problems refused = {};
  /// What failed: switches that cannot be reached, cables and ports that are not back at full rate, files
  /// that could not be written.
  Problems problems = {};
  bool ran = false;            ///< the rest is filled in
  bool stopped_early = false;  ///< by AgentHooks::wait
  Picoseconds time{};
  std::string policy = {};
  std::vector<BitsPerSecond> levels = {};  ///< of the fastest channels; 0: off
  std::uint32_t hosts = 0;
  std::uint64_t decisions = 0;
  std::vector<ReasonCount> reasons = {};
  std::vector<std::string> last_events = {};  ///< the last lines of the log
  std::vector<CablesInPhase> cables = {};     ///< at the end
  RunResult result = {};                      ///< times in state and energy of the ports, as of a run
  Document report = {};                       ///< charts, with AgentOptions::keeps_series
};

}  // namespace ebb::inline tasks
