// The live agent: it controls the channels that leave the ports of real switches, as the engine controls
// simulated ones, with the same controller and the same policies. At every step it reads all counters,
// evaluates the policies that are due, and switches cables off and on, changing the rules first.
//
// Guarantees. Before a cable leaves the routes, the other cables are proved to connect all hosts that can be
// connected, also after `spare` further failures. A port goes down only when no table uses it and no frame
// crosses it. A port that does not come back stays out of the routes. A switch that neither answers nor sends
// anything counts as gone, and the others continue without it.
#pragma once

#include <map>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "fabric/agent/agent_log.hpp"
#include "fabric/agent/agent_settings.hpp"
#include "fabric/agent/cable_state.hpp"
#include "fabric/agent/counter_track.hpp"
#include "fabric/agent/ports/port_driver.hpp"
#include "fabric/agent/table_changer.hpp"
#include "power/control/controller.hpp"
#include "routing/graph/link_stages.hpp"

namespace ebb::inline fabric {

/// The environment of an agent. All of it outlives the agent.
struct AgentPlace {
  const Network& network;
  std::vector<PortDriver*> switches;  ///< in the order of the plan
  TableChanger& tables;
  const LinkStages* stages = nullptr;  ///< set where the policy changes the topology
  AgentLog& log;
};

/// Returns why the policy cannot control real ports; empty when it can.
Problems check_agent_policy(const Policy& policy, bool has_stages);

class Agent {
 public:
  Agent(AgentPlace place, ControlSettings control, AgentSettings settings);

  /// Reads the counters, evaluates the policy and acts. `now` is the time since the start and never
  /// decreases.
  void step(Picoseconds now);

  /// Call before the first step: names the cables that an earlier agent left off. They come on first.
  void left_off(const std::vector<PortId>& cables);
  /// From now on exactly these cables are on, whatever the policy requests. nullopt: follow the policy.
  void schedule(std::optional<CableSet> on);
  /// From now on everything comes on at full rate, to end the agent.
  void finish();
  /// True when everything is on that can be. not_on() names the rest: switches that do not answer, cables
  /// that are down, ports that refuse their rate. cables_off() names the cables that the agent itself has
  /// switched off.
  bool finished() const;
  /// Returns what the policy did against its contract: the agent must end. Empty: nothing.
  Problems policy_fault() const;
  Problems not_on() const;
  std::vector<PortId> cables_off() const;

  struct Channel {
    ChannelControl control;
    CounterTrack bytes, frames;  ///< sent by this port
    CounterTrack received;       ///< bytes received by this port
    bool controlled = false;
    Picoseconds last_busy{};
    Picoseconds last_heard{};  ///< when the port last received something
    std::uint64_t diverted_at_evaluation = 0;
    std::optional<std::uint8_t> real;        ///< the rate level that the port has accepted; nullopt: unknown
    std::string refused;                     ///< why the port refused the last rate; empty: accepted
    Picoseconds rate_again{};                ///< after a refusal: earliest time of the next attempt
    bool attempted = false;                  ///< its rate was set in this step
    std::size_t cable = 0;                   ///< of a port between switches: its index in cables()
    Picoseconds held_down_until{};           ///< end of the hold-down whose refusal was already logged
    bool off_by_others = false;              ///< its port is switched off, but not by the agent
    Picoseconds enable_again{};              ///< off_by_others: earliest time of the next attempt
    BitsPerSecond speed{0}, first_speed{0};  ///< link speed: latest, and first seen
  };
  /// A port that another party has changed, and what changed.
  struct PortFinding {
    PortId port = 0;
    std::string what;
  };
  /// Number of changes found that were made by others.
  struct Found {
    std::uint64_t rules = 0, ports = 0, rates = 0;
  };
  /// Ports that refuse their rate for the same reason.
  struct RefusedPorts {
    std::string why;
    std::vector<PortId> ports;
  };
  const Network& network() const { return place_.network; }
  const ControlSettings& control() const { return control_; }
  const std::vector<Channel>& channels() const { return channels_; }  ///< by port of a switch
  const std::vector<CableState>& cables() const { return cables_; }
  const CableSet& tables_for() const { return loaded_; }  ///< the cables that all switches' tables use
  bool changes_tables() const { return loading_.has_value(); }
  /// The problems of the last change of tables; empty when the tables are correct.
  const Problems& table_trouble() const { return table_trouble_; }
  /// What is wrong with the rules of a switch, until they are repaired; empty: nothing known.
  const std::string& damage(SwitchId s) const { return switches_[s].damage; }
  const Found& found() const { return found_; }
  std::uint64_t repairs() const { return repairs_; }  ///< of the rules of a switch
  std::vector<PortFinding> port_findings() const;
  std::vector<RefusedPorts> refused_rates() const;
  /// True when every port that is on and whose switch answers has accepted full rate.
  bool all_at_full_rate() const;
  const std::vector<ReasonCount>& reasons() const { return reasons_; }
  bool is_silent(SwitchId s) const { return switches_[s].silent; }
  /// By switch: true when it has hosts and no working cable path connects it to the largest part of the
  /// network.
  const std::vector<bool>& cut_off() const { return cut_off_; }
  Picoseconds now() const { return now_; }
  /// Adds the time in each state of a channel up to now to `sum`, as a StateMeter does.
  void add_times(PortId port, std::span<std::int64_t> sum) const;
  std::uint64_t decisions() const { return decisions_; }

 private:
  struct SwitchKnown {
    std::vector<PortReading> ports;
    bool silent = false, gone = false, restore = false, ever = false;
    Picoseconds silent_since{};
    bool counting = false;  ///< a rule count is requested and not yet answered
    Picoseconds count_again{};
    std::string damage;  ///< what is wrong with its rules
    Picoseconds damaged_since{};
  };

  // agent.cpp: tables
  void follow_tables();
  void change_tables();
  void say(const std::string& what) { place_.log.happened(now_, what); }
  void say_done(const std::string& what) { place_.log.did(now_, what); }
  void say_all(const Problems& problems);
  std::string cable_name(PortId port) const;
  PortDriver& driver(PortId port) const { return *place_.switches[network().owner[port]]; }
  std::uint32_t local(PortId port) const { return port - network().first_port[network().owner[port]]; }
  const PortReading& reading(PortId port) const {
    return switches_[network().owner[port]].ports[local(port)];
  }

  // agent_switches.cpp: readings, and switches that do not answer
  void read_ports();
  void take_readings(SwitchId s, std::vector<PortReading> readings);
  void restore_switches();
  void find_gone();
  Picoseconds heard_of(SwitchId s) const;
  void name_cut_off();

  // agent_audit.cpp: changes made by others
  void audit();
  void count_rules();
  void read_rules();
  void take_damage(SwitchId s, const std::string& what);
  void end_damage();
  void audit_port(PortId port, bool off_by_us);
  void audit_speed(PortId port);
  void audit_rates();
  void stay_off(CableState& cable);

  // agent_channels.cpp: policy evaluations
  bool is_off(std::size_t level) const { return level == 0 && control_.levels.has_off(); }
  void ask_channels();
  void evaluate(PortId port, Cause cause);
  Observation observe(PortId port) const;
  StageView stage_of(PortId port) const;
  void spread(PortId port, std::size_t requested);
  void begin_anew(PortId port, std::string_view why);
  void forget_request(PortId port);
  bool is_held_down(PortId port) const;
  void refuse_in_hold_down(PortId port, const Evaluation& evaluation, Cause cause);
  void record(PortId port, const Evaluation& evaluation, Cause cause);
  void count_reason(std::string_view why, bool changes);
  std::span<std::int64_t> times_of(PortId port);

  // agent_rates.cpp: setting rates, and refusals
  struct RateAttempt {
    PortId port = 0;
    std::size_t level = 0;  ///< the requested level
    ChannelControl before;
    std::vector<std::int64_t> times;  ///< before the change
    std::string refused{};
  };
  void apply_rates();
  void apply_level(PortId port);
  void set_rate(PortId port, const ChannelControl& before, std::vector<std::int64_t> times);
  BitsPerSecond rate_of(PortId port, std::size_t level) const;
  void see_rates();
  void take_back(const RateAttempt& attempt);
  bool has_full_rate(PortId port) const;

  // agent_cables.cpp: the phases of a cable, off and on
  void move_cable(CableState& cable);
  void enter(CableState& cable, CablePhase phase);
  void leave_routes(CableState& cable, CablePhase phase);
  void join_routes(CableState& cable);
  void lose(CableState& cable);
  void drain(CableState& cable);
  void go_down(CableState& cable);
  void rise(CableState& cable);
  void await_link(CableState& cable);
  void await_calm_link(CableState& cable);
  bool is_up(const CableState& cable) const;
  bool is_known(const CableState& cable) const;
  bool is_at(const CableState& cable, bool SwitchKnown::*what) const;
  std::uint64_t frames_on(const CableState& cable) const;
  void enable(CableState& cable, bool on);
  void see_enabled(CableState& cable);
  void count_as_on(CableState& cable);
  void force(const CableState& cable, std::size_t level);
  bool tables_hold(const CableState& cable, bool as_route) const;

  // agent_requests.cpp: which cables may go off, and which must come on
  void decide_cable(CableState& cable);
  void keep_connected();
  bool wants_off(const CableState& cable) const;
  bool waits_for_others() const;
  std::string_view why_not_leave(const CableState& cable) const;
  void refuse_off(CableState& cable, std::string_view why);
  bool help_is_near() const;
  CableSet routes_that_work() const;
  CableSet alive() const;
  std::uint32_t spare() const { return static_cast<std::uint32_t>(settings_.spare); }

  AgentPlace place_;
  ControlSettings control_;
  AgentSettings settings_;
  Controller controller_;
  std::vector<RateLevels> levels_by_class_;  ///< by class of cable, where cables have different full rates
  Picoseconds now_{};
  std::vector<SwitchKnown> switches_;
  std::vector<Channel> channels_;
  std::vector<std::int64_t> times_;  ///< time in each state of each channel, booked by its StateMeter
  std::vector<CableState> cables_;
  std::vector<std::uint64_t> diverted_;
  CableSet routes_;                  ///< the cables that tables should use
  std::optional<CableSet> loading_;  ///< the cables whose tables are being loaded
  CableSet loaded_;                  ///< the cables that all switches' tables use
  bool tables_stale_ = true;         ///< a switch may hold outdated tables
  Picoseconds tables_again_{};       ///< after a failure: earliest time of the next attempt
  std::uint32_t table_failures_ = 0;
  Problems table_trouble_;
  Found found_;
  std::uint64_t repairs_ = 0;
  bool reading_rules_ = false;  ///< an audit of the switch before next_read_ is running
  SwitchId next_read_ = 0;
  Picoseconds read_again_{}, rates_again_{};
  std::vector<RateAttempt> attempts_;  ///< of this step
  std::optional<CableSet> scheduled_;
  bool finishing_ = false;
  std::vector<bool> cut_off_;  ///< by switch
  std::vector<ReasonCount> reasons_;
  std::uint64_t decisions_ = 0;
};

}  // namespace ebb::inline fabric
