// Keeps the tables of all switches in step with the cables that should be routes. One change runs at a time.
// A change that fails is tried again, after a wait that doubles up to `retry`.
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <utility>
#include <vector>

#include "base/problem.hpp"
#include "base/units.hpp"
#include "fabric/agent/agent_context.hpp"
#include "fabric/agent/backlog_watch.hpp"
#include "fabric/agent/switch_poller.hpp"
#include "network/network.hpp"

namespace ebb::inline fabric {

class TableSynchroniser {
 public:
  TableSynchroniser(const AgentContext& context, RouteDriver& driver);

  /// Adds a cable to the routes, or removes it. The tables follow at the next change.
  void set_route(PortId cable, bool there) { routes_.set(context_.network, cable, there); }
  /// Before the first step: no table uses this cable, because it was left off.
  void start_without(PortId cable);
  /// A switch may hold outdated tables: load all again.
  void mark_outdated() { outdated_ = true; }
  /// The same, without waiting for the end of a pause after a failure.
  void repair_now() { outdated_ = true, again_ = {}; }

  const CableSet& routes() const { return routes_; }  ///< the cables that tables should use
  const CableSet& loaded() const { return loaded_; }  ///< the cables that all switches' tables use
  bool is_loading() const { return loading_.has_value(); }
  /// True when all switches hold tables for exactly the routes, as far as is known.
  bool in_step() const { return !loading_ && !outdated_ && routes_ == loaded_; }
  /// True while tables change or are known to be outdated.
  bool in_flux() const { return loading_ || outdated_; }
  /// True when the tables in force are known, and use the cable or not, as asked.
  bool hold(PortId cable, bool as_route) const { return !in_flux() && loaded_.has(cable) == as_route; }
  /// The problems of the last change; empty when the tables are correct.
  const Problems& problems() const { return problems_; }

  /// Takes the result of the change that is running. True when all switches hold correct tables now.
  bool take_result();
  /// True when a change is needed, none is running and no pause lasts.
  bool is_due() const { return !loading_ && context_.now >= again_ && (routes_ != loaded_ || outdated_); }
  /// Starts a change to the routes. Hosts that working cables (`alive`) connect now stay connected. Returns
  /// as take_result() does: a driver may finish at once.
  bool load(const CableSet& alive);

  /// Updates diverted() after a poll. In a dry run, frames that would be diverted still cross their cable.
  void count_diverted(const SwitchPoller& poller, const BacklogWatch& backlogs);
  /// By port: bytes that would have left by it since the start if its cable had been a route. Those that
  /// joined a queue instead count four times, as in a simulation (routing/butterfly/dynamic_butterfly.hpp).
  const std::vector<std::uint64_t>& diverted() const { return diverted_; }

  RouteDriver& driver() const { return driver_; }

 private:
  const AgentContext& context_;
  RouteDriver& driver_;
  CableSet routes_, loaded_;
  std::optional<CableSet> loading_;
  bool outdated_ = true;
  Picoseconds again_{};  ///< after a failure: earliest time of the next attempt
  std::uint32_t failures_ = 0;
  Problems problems_;
  std::vector<std::uint64_t> diverted_;
  std::map<std::pair<PortId, PortId>, std::uint64_t> counted_;  ///< of the driver's DivertedBytes
};

}  // namespace ebb::inline fabric
