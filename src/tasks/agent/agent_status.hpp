// The agent's status for programs on the same machine: /status in JSON, /metrics in the text format of
// Prometheus, and energy objects as RESTCONF has them (energy_objects.hpp). It listens on loopback, or on an
// address that the user names, and requires the token there too.
#pragma once

#include <chrono>
#include <memory>
#include <string>

#include "base/problem.hpp"
#include "fabric/agent/agent.hpp"
#include "tasks/agent/agent_energy.hpp"
#include "tasks/agent/agent_journal.hpp"

namespace ebb::inline tasks {

struct StatusPlace {
  int port = 0;                 ///< 0: no server
  std::string address = "";     ///< empty: loopback
  std::string token_file = "";  ///< the token is read from it, or created in it, readable by its user only
};

class AgentStatus {
 public:
  explicit AgentStatus(const StatusPlace& place);
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
