// The agent's status for programs on the same machine: /status in JSON, /metrics in the text format of
// Prometheus, and energy objects as RESTCONF has them (energy_objects.hpp). It listens on loopback only, and
// requires the token.
#pragma once

#include <chrono>
#include <memory>
#include <string>

#include "base/problem.hpp"
#include "fabric/agent/agent.hpp"
#include "tasks/agent/agent_energy.hpp"
#include "tasks/agent/agent_journal.hpp"

namespace ebb::inline tasks {

class AgentStatus {
 public:
  /// Port 0: no server. The token is read from the file, or created in it, readable by its user only.
  AgentStatus(int port, const std::string& token_file);
  ~AgentStatus();
  AgentStatus(const AgentStatus&) = delete;
  AgentStatus& operator=(const AgentStatus&) = delete;

  Problems check() const { return problems_; }
  /// Updates the responses, at most once a second.
  void update(const Agent& agent, const AgentSession& session, const AgentJournal& journal,
              const AgentEnergy& energy);

 private:
  struct Served;
  std::unique_ptr<Served> served_;
  Problems problems_;
  std::chrono::steady_clock::time_point next_{};
};

/// The two responses, for the server and for tests.
std::string agent_status_json(const Agent& agent, const AgentSession& session, const AgentJournal& journal);
std::string agent_metrics(const Agent& agent, const AgentSession& session, const AgentJournal& journal,
                          const AgentEnergy& energy);

}  // namespace ebb::inline tasks
