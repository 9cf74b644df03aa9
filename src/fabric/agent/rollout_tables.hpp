// Loads tables for a set of cables by a rollout: both versions side by side, then the edges, then the old
// version is removed, so that no frame is lost. The tables are proved first. A separate thread does the work,
// because it takes seconds while the agent reads counters many times a second; tests run without the thread.
#pragma once

#include <condition_variable>
#include <functional>
#include <map>
#include <mutex>
#include <thread>

#include "base/problem.hpp"
#include "fabric/agent/agent_driver.hpp"
#include "fabric/agent/route_tables.hpp"
#include "fabric/rollout/rollout.hpp"
#include "network/network.hpp"

namespace ebb::inline fabric {

class RolloutTables final : public RouteDriver {
 public:
  enum class Work : std::uint8_t { at_once, by_a_thread };
  /// Counting diverted bytes reads all rules of the switches once a second, so it is only for policies that
  /// use it.
  enum class Diverted : std::uint8_t { counted, not_wanted };

  RolloutTables(const Network& network, const RouteTables& tables, std::vector<SwitchDriver*> switches,
                Rollout& rollout, RolloutAbout about, Work work, Diverted diverted = Diverted::counted);
  ~RolloutTables() override;

  void change_routes(const RouteOrder& order) override;
  void exclude(const std::vector<bool>& gone) override;
  std::optional<Problems> result() override;
  std::vector<std::uint64_t> diverted_bytes() override;
  std::optional<std::size_t> expected_rules(SwitchId s) override;
  void start_audit(SwitchId s) override;
  std::optional<RouteAudit> audit_result() override;

 private:
  Problems bring(const RouteOrder& order);
  bool is_gone(std::size_t s);
  void count_diverted();
  void know(std::vector<SwitchProgram> programs);
  void read_rules(SwitchId s);
  void work(const std::stop_token& stop);

  const Network& network_;
  const RouteTables& tables_;
  std::vector<SwitchDriver*> switches_;
  Rollout& rollout_;
  RolloutAbout about_;
  const bool by_thread_;
  const Diverted about_diverted_;

  std::mutex mutex_;  ///< guards the members below, up to the thread's own
  std::condition_variable_any changed_;
  std::optional<RouteOrder> wanted_;
  std::vector<bool> gone_;  ///< by switch
  std::optional<Problems> ended_;
  std::vector<std::uint64_t> diverted_;
  std::vector<std::size_t> rules_on_;  ///< by switch; empty: not known
  std::optional<SwitchId> audit_wanted_;
  std::optional<RouteAudit> audited_;

  // Used by the thread only:
  std::vector<SwitchProgram> programs_;  ///< the expected programs; empty: unknown
  std::vector<StandIn> stand_ins_;
  std::uint8_t table_ = 0;  ///< the flow table of the rules in force
  std::map<std::pair<SwitchId, std::string>, std::uint64_t> counted_;  ///< of each detour rule

  std::jthread thread_;  ///< last, so that it ends before the other members
};

}  // namespace ebb::inline fabric
