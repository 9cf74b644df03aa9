// Evaluates the power policy of every channel that leaves a switch, with the controller that simulated
// channels have. It keeps each channel's control state and time in state, and logs each decision with its
// reason. It changes no port: RateSetter does.
#pragma once

#include <functional>
#include <optional>
#include <span>
#include <string_view>
#include <vector>

#include "base/units.hpp"
#include "fabric/agent/agent_context.hpp"
#include "fabric/agent/agent_settings.hpp"
#include "fabric/agent/row_watch.hpp"
#include "fabric/agent/switch_poller.hpp"
#include "fabric/agent/switch_watch.hpp"
#include "network/network.hpp"
#include "power/control/control_settings.hpp"
#include "power/control/controller.hpp"
#include "power/control/power_budget.hpp"
#include "power/control/rate_levels.hpp"
#include "power/control/switch_plan.hpp"
#include "power/policy/channel_view.hpp"
#include "results/decisions.hpp"
#include "routing/graph/link_stages.hpp"

namespace ebb::inline fabric {

class ChannelPolicies {
 public:
  struct Channel {
    ChannelControl control;
    bool controlled = false;  ///< by the policy; otherwise it stays at full rate
    std::uint64_t diverted_at_evaluation = 0;
    std::uint64_t crossed = 0;      ///< bytes while it requested off and the other end of its cable did not
    Picoseconds held_down_until{};  ///< end of the hold-down whose refusal was already logged
  };
  /// What a policy may observe, besides the counters of the ports.
  struct View {
    const std::vector<std::uint64_t>& diverted;  ///< bytes, by port
    const CableSet& loaded;                      ///< the cables that tables use
    bool scheduled = false;                      ///< a schedule decides which cables are off
    /// Returns the end of the hold-down of a port's cable; nullopt when it may go off.
    std::function<std::optional<Picoseconds>(PortId)> held_down = {};
  };

  /// `stages` is null where the policy does not change the topology.
  ChannelPolicies(const AgentContext& context, const SwitchPoller& poller, ControlSettings control,
                  const LinkStages* stages);
  ChannelPolicies(const ChannelPolicies&) = delete;  // its controller refers to its settings

  /// Whether a channel of this switch is evaluated in this step because its time is over, or a plan for whole
  /// switches is made.
  bool is_due(SwitchId s) const;
  /// Evaluates all channels that are due and whose switch answers.
  void evaluate_due(const View& view);
  /// Restarts the policy of a channel from its current level, because its request cannot be met.
  void restart(PortId port, std::string_view why);
  /// Both ends of a cable request this level from now on, whatever their policy requested.
  void request(PortId cable, std::size_t level);
  /// The channel requests full rate, at both ends.
  void request_full(PortId port);
  /// The level that both ends of the channel agree on.
  std::size_t agreed(PortId port) const { return controller_.agreed(channels_[port].control); }
  /// Begins the change to the agreed level, for the policy and for the energy accounting.
  LevelChange apply_level(PortId port);

  bool is_off(std::size_t level) const { return level == 0 && control_.levels.has_off(); }
  std::size_t full_level() const { return control_.levels.size() - 1; }
  const ControlSettings& settings() const { return control_; }
  /// How many channels the policy controls, by class of cable.
  static std::vector<std::int64_t> controlled(const Network& network, const AgentSettings& settings);
  const std::vector<Channel>& channels() const { return channels_; }  ///< by port of a switch
  const ChannelControl& control(PortId port) const { return channels_[port].control; }
  ChannelControl& control(PortId port) { return channels_[port].control; }
  bool is_controlled(PortId port) const { return channels_[port].controlled; }

  /// The first rate that the policy requested and that is no level; nullopt: all were.
  auto bad_rate() const { return controller_.bad_rate(); }

  /// Time in each state of a channel as booked so far, by its StateMeter.
  std::span<std::int64_t> times_of(PortId port);
  /// Adds the time in each state of a channel up to now to `sum`.
  void add_times(PortId port, std::span<std::int64_t> sum) const;
  const std::vector<ReasonCount>& reasons() const { return reasons_; }
  std::uint64_t decisions() const { return decisions_; }
  /// Which whole switches sleep; in use where the policy lets them.
  const SwitchPlan& switch_plan() const { return sleepers_.plan(); }

 private:
  void evaluate(PortId port, Cause cause, const View& view);
  void close_power_budget();
  Observation observe(PortId port, const View& view) const;
  std::uint64_t diverted(PortId port, const View& view) const {
    return view.diverted[port] + channels_[port].crossed;
  }
  void propagate(PortId port, std::size_t requested);
  void forget_request(PortId port);
  void refuse_in_hold_down(PortId port, const Evaluation& evaluation, Cause cause, Picoseconds until);
  void record(PortId port, const Evaluation& evaluation, Cause cause);
  void count_reason(std::string_view why, bool changes);

  const AgentContext& context_;
  const SwitchPoller& poller_;
  const ControlSettings control_;
  const Controller controller_;
  std::vector<RateLevels> levels_by_class_;  ///< by class of cable, where cables have different full rates
  std::vector<Channel> channels_;
  std::vector<std::int64_t> times_;  ///< of all channels
  PowerBudget power_budget_;         ///< in use where the policy has a power limit
  RowWatch rows_;                    ///< in use where the policy takes cables out of the routes
  SwitchWatch sleepers_;
  std::vector<ReasonCount> reasons_;
  std::uint64_t decisions_ = 0;
};

}  // namespace ebb::inline fabric
