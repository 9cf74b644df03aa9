// The steps of an agent in real time: every `[agent] poll`, until its time is over or the caller stops it;
// then until everything is on. It follows the schedule, and feeds the status, the trace and the time series.
#pragma once

#include "base/problem.hpp"
#include "fabric/agent/agent.hpp"
#include "fabric/agent/off/off_schedule.hpp"
#include "report/document/document.hpp"
#include "tasks/agent/agent_journal.hpp"
#include "tasks/agent/agent_outcome.hpp"
#include "tasks/agent/agent_recording.hpp"
#include "tasks/agent/agent_status.hpp"
#include "tasks/agent/agent_switches.hpp"
#include "tasks/agent/agent_time_series.hpp"

namespace ebb::inline tasks {

class AgentLoop {
 public:
  /// What a loop works on. All of it outlives the loop.
  struct Work {
    const AgentOptions& options;
    const AgentHooks& hooks;
    AgentSession& session;
    AgentSwitches& switches;
    AgentJournal& journal;
    AgentStatus& status;
    AgentRecording& recording;
  };
  explicit AgentLoop(const Work& work);

  /// Call before run(): the cables that an agent left off when it did not end cleanly come on first.
  Problems bring_back();
  void follow(OffSchedule schedule) { schedule_ = std::move(schedule); }
  /// Runs to the end. Returns what is not on, and what could not be written.
  Problems run();

  const Agent& agent() const { return agent_; }
  bool stopped_early() const { return stopped_early_; }
  Document report() const;
  const AgentEnergy& energy() const { return energy_; }

 private:
  using Clock = std::chrono::steady_clock;

  void step(Clock::time_point start);
  void sample();
  bool wait(Clock::time_point until) const;
  void begin_to_stop();
  bool may_end();
  bool any_switch_answers() const;
  std::size_t hour_now() const;
  void keep_to_schedule();
  Problems ended();

  Work work_;
  Agent agent_;
  AgentTimeSeries series_;
  AgentEnergy energy_;
  std::optional<OffSchedule> schedule_;
  bool stopping_ = false, stopped_early_ = false;
  std::size_t hour_ = hours_of_day;  ///< the hour of the agent's current schedule
  Clock::time_point give_up_, give_up_unanswered_;
};

}  // namespace ebb::inline tasks
