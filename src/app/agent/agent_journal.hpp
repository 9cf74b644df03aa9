// What the agent decides and does, for people and programs: a line of JSON for each, written as it happens;
// lines on the terminal; and the file of decisions that `ebb why` reads, whole at every moment, which has all
// but the last second.
#pragma once

#include <cstdio>
#include <deque>
#include <memory>
#include <nlohmann/json_fwd.hpp>
#include <string>

#include "app/agent/agent_session.hpp"
#include "fabric/agent/agent.hpp"
#include "report/decisions/decision_writer.hpp"

namespace ebb::inline app {

struct AgentJournalFiles {
  std::string log;        ///< lines of JSON; empty: none
  std::string decisions;  ///< for `ebb why`; empty: none
  std::string off;        ///< cables that are off
  Existing decisions_of_others = Existing::is_kept;
};

class AgentJournal final : public AgentLog {
 public:
  AgentJournal(AgentJournalFiles files, const AgentSession& session, bool quiet, bool dry);
  ~AgentJournal() override;

  /// Why it cannot be written.
  Problems check() const;
  void decided(const DecisionRecord& record) override;
  void happened(Picoseconds at, const std::string& what) override;
  void did(Picoseconds at, const std::string& what) override { happened(at, would() + what); }
  Problems keep_off(const std::vector<PortId>& cables) override;
  /// Once a second: what has been decided is in the file of decisions.
  void keep(const Agent& agent);
  Problems finish(const Agent& agent);

  /// The last decisions, newest last, as people read them.
  const std::deque<std::string>& last() const { return last_; }
  /// Nothing is changed: what is said is what would have been.
  bool dry() const { return dry_; }

 private:
  std::string line_of(const DecisionRecord& record) const;
  void write_line(nlohmann::ordered_json json);
  const char* would() const { return dry_ ? "would: " : ""; }
  DecisionsEnd end_of(const Agent& agent, bool partial) const;

  AgentJournalFiles files_;
  const AgentSession& session_;
  bool quiet_, dry_;
  std::FILE* log_ = nullptr;
  std::unique_ptr<DecisionWriter> writer_;
  std::deque<std::string> last_;
  KeptDecisions kept_;
  Picoseconds next_keeping_{};
};

}  // namespace ebb::inline app
