// Loads tables for a set of cables by a rollout: both versions side by side, then the edges, then the old
// version is removed, so that no frame is lost. The tables are proved first.
#pragma once

#include <cstdint>
#include <map>
#include <mutex>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "base/problem.hpp"
#include "fabric/agent/agent_driver.hpp"
#include "fabric/agent/route_mailbox.hpp"
#include "fabric/agent/route_tables.hpp"
#include "fabric/rollout/rollout.hpp"
#include "network/network.hpp"

namespace ebb::inline fabric {

class RolloutTables final : public RouteDriver {
 public:
  /// Counting diverted bytes reads all rules of the switches once a second, so it is only for policies that
  /// use it.
  enum class Diverted : std::uint8_t { counted, not_wanted };

  RolloutTables(const Network& network, const RouteTables& tables, std::vector<SwitchDriver*> switches,
                Rollout& rollout, RolloutAbout about, RouteWork work, Diverted diverted = Diverted::counted);

  void change_routes(const RouteOrder& order) override { mailbox_.change(order); }
  void exclude(const std::vector<bool>& gone) override { mailbox_.exclude(gone); }
  std::optional<Problems> result() override { return mailbox_.result(); }
  std::vector<DivertedBytes> diverted_bytes() override;
  std::optional<std::size_t> expected_rules(SwitchId s) override;
  void start_audit(SwitchId s) override { mailbox_.start_audit(s); }
  std::optional<RouteAudit> audit_result() override { return mailbox_.audit_result(); }

 private:
  Problems bring(const RouteOrder& order);
  void count_diverted();
  void know(std::vector<SwitchProgram> programs);
  std::string damage(SwitchId s);

  const Network& network_;
  const RouteTables& tables_;
  std::vector<SwitchDriver*> switches_;
  Rollout& rollout_;
  RolloutAbout about_;
  const Diverted about_diverted_;

  std::mutex mutex_;                                             ///< guards the two members below
  std::map<std::pair<PortId, PortId>, std::uint64_t> diverted_;  ///< as in DivertedBytes
  std::vector<std::size_t> rules_on_;                            ///< by switch; empty: not known

  // Used by the thread only:
  std::vector<SwitchProgram> programs_;  ///< the expected programs; empty: unknown
  std::vector<StandIn> stand_ins_;
  std::uint8_t table_ = 0;  ///< the flow table of the rules in force
  std::map<std::pair<SwitchId, std::string>, std::uint64_t> counted_;  ///< of each detour rule

  RouteMailbox mailbox_;
};

}  // namespace ebb::inline fabric
