// The log of the agent's decisions and actions: a line of JSON for each, written as it happens; lines of text
// for whoever follows it; and the decision file for `ebb why`, which is valid at any moment and lacks at most
// the last second.
#pragma once

#include <cstdio>
#include <deque>
#include <functional>
#include <memory>
#include <nlohmann/json_fwd.hpp>
#include <string>

#include "base/problem.hpp"
#include "base/units.hpp"
#include "base/whole_file.hpp"
#include "fabric/agent/agent.hpp"
#include "fabric/agent/agent_log.hpp"
#include "network/network.hpp"
#include "report/decisions/decision_writer.hpp"
#include "results/decisions.hpp"
#include "tasks/agent/agent_session.hpp"

namespace ebb::inline tasks {

struct AgentJournalFiles {
  std::string log;        ///< lines of JSON; empty: no log
  std::string decisions;  ///< for `ebb why`; empty: no file
  std::string off;        ///< cables that are off
  Existing decisions_of_others = Existing::is_kept;
};

/// Called with each event, and in a dry run with each decision: "2026-11-16T00:14:41Z s1 answers again".
using EachAgentLine = std::function<void(const std::string& line)>;

class AgentJournal final : public AgentLog {
 public:
  /// `each` may be empty.
  AgentJournal(AgentJournalFiles files, const AgentSession& session, EachAgentLine each, bool dry);
  ~AgentJournal() override;

  /// The reasons why a file cannot be written.
  Problems check() const;
  void decided(const DecisionRecord& record) override;
  void happened(Picoseconds at, const std::string& what) override;
  void did(Picoseconds at, const std::string& what) override { happened(at, would() + what); }
  Problems keep_off(const std::vector<PortId>& cables) override;
  /// Once a second, writes the decisions so far to the decision file.
  void keep(const Agent& agent);
  Problems finish(const Agent& agent);

  /// The last decisions as text, newest last.
  const std::deque<std::string>& last() const { return last_; }
  /// True in a dry run: no switch is changed, and the log has what would have been done.
  bool dry() const { return dry_; }

 private:
  std::string line_of(const DecisionRecord& record) const;
  void remember(const std::string& line);
  void write_line(nlohmann::ordered_json json);
  const char* would() const { return dry_ ? "would: " : ""; }
  DecisionsEnd end_of(const Agent& agent, bool partial) const;

  AgentJournalFiles files_;
  const AgentSession& session_;
  EachAgentLine each_;
  bool dry_;
  std::FILE* log_ = nullptr;
  std::unique_ptr<DecisionWriter> writer_;
  std::deque<std::string> last_;
  KeptDecisions kept_;
  Picoseconds next_keeping_{};
};

}  // namespace ebb::inline tasks
