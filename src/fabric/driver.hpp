// One switch as a rollout sees it: its rules, atomic changes, its ports, and frames to send. There is a
// driver for Open vSwitch, an in-memory switch that forwards frames, and one that injects faults.
#pragma once

#include <cstdint>
#include <stop_token>
#include <string>
#include <vector>

#include "base/problem.hpp"
#include "base/result.hpp"
#include "fabric/openflow/flow_rule.hpp"

namespace ebb::inline fabric {

struct InstalledRule {
  FlowRule rule;
  std::uint64_t packets = 0;  ///< that it has matched
  std::uint64_t bytes = 0;    ///< of them
};

/// Everything on the switch, ours and that of others.
struct SwitchState {
  std::vector<InstalledRule> rules;
  std::vector<FlowGroup> groups;
};

struct PortState {
  std::uint32_t number = 0;
  std::string name;
  bool up = false;
  std::uint64_t received = 0, sent = 0;  ///< frames
};

struct BridgeSettings {
  bool secure = true;  ///< drops frames when it has no rules; otherwise it floods
};

/// One step of a bundle. An added rule replaces one of the same table, priority and match.
struct SwitchChange {
  enum class Kind : std::uint8_t { add_rule, remove_rule, add_group, remove_group };
  Kind kind = Kind::add_rule;
  FlowRule rule;
  FlowGroup group;
  std::uint32_t seconds = 0;  ///< lifetime of an added rule (hard timeout); 0: unlimited

  bool operator==(const SwitchChange&) const = default;
};

/// A probe frame. It leaves by a port, or passes through the tables as if received on one.
struct ProbeFrame {
  std::uint64_t source = 0, destination = 0;
  std::uint32_t port = 0;
  bool through_tables = false;
};
/// The second of the EtherTypes that IEEE 802 leaves for experiments. Hosts ignore it.
inline constexpr std::uint16_t probe_ether_type = 0x88b6;

class SwitchDriver {
 public:
  virtual ~SwitchDriver() = default;

  virtual const std::string& name() const = 0;
  virtual Result<SwitchState> read() = 0;
  /// Reads the rules alone, for callers that need only their counters.
  virtual Result<std::vector<InstalledRule>> rules() {
    auto state = read();
    if (!state) return state.problems();
    return std::move(state->rules);
  }
  /// Applies all of the changes or none of them. Empty on success.
  virtual Problems apply(const std::vector<SwitchChange>& changes) = 0;
  virtual Result<std::vector<PortState>> ports() = 0;
  virtual Result<BridgeSettings> settings() = 0;
  virtual Problems send(const std::vector<ProbeFrame>& frames) = 0;
  /// Whether the last failure was one of the connection. Then it is unknown whether a bundle was applied, and
  /// a retry may help. A refusal by the switch is final.
  virtual bool connection_failed() const = 0;
  /// After a stop request, the switch is not waited for: its work may or may not be done.
  virtual void stop_with(std::stop_token) {}
};

}  // namespace ebb::inline fabric
