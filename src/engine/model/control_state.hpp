// The state of controlled channels. All of it but the settings is empty where no policy changes rates.
#pragma once

#include <algorithm>
#include <cstdint>
#include <vector>

#include "base/units.hpp"
#include "engine/model/control.hpp"
#include "engine/model/flow/downstream_meter.hpp"
#include "engine/storage/big_array.hpp"
#include "network/network.hpp"
#include "power/control/controller.hpp"
#include "power/control/power_budget.hpp"
#include "power/control/rate_levels.hpp"
#include "power/control/switch_plan.hpp"
#include "power/device/domain.hpp"
#include "power/policy/latency_bound.hpp"

namespace ebb::inline engine {

/// What each switch knows of the rows of its cables. Present where a policy takes cables out of the routes.
struct KnownRows {
  std::uint32_t rows = 0, counts = 0;
  /// [(switch * rows + row) * counts + count]: how many cables of one sort are on. Negative for a moment when
  /// status events overtake each other.
  BigArray<std::int16_t> on;

  bool in_use() const { return !on.empty(); }
  std::int16_t& of(SwitchId s, std::uint32_t row, unsigned count) {
    return on[(std::size_t{s} * rows + row) * counts + count];
  }
};

/// Link packets with credits on a channel that is off for packets (flow/credit_path.hpp).
struct CreditPath {
  std::int64_t busy_until = 0;
  std::int64_t used = 0;  ///< time of all link packets since the channel went off, the last ones to their end

  /// Returns the part of that time that lies before `now`. Link packets follow each other.
  std::int64_t used_before(std::int64_t now) const {
    return std::max<std::int64_t>(0, used - std::max<std::int64_t>(0, busy_until - now));
  }
};

struct ControlState {
  /// A channel that cannot change yet is looked at again after `soon`. The settings must outlive the state.
  ControlState(const Control& all, Picoseconds soon) : settings(all), controller(all, soon) {}

  const Control& settings;  ///< always there; without a policy, all channels keep their rate
  Controller controller;
  BigArray<ChannelControl> channels;  ///< by channel
  /// [channel * 2 * levels + level]: the time in each level, then in the changes by their faster level.
  BigArray<std::int64_t> time_in;
  /// By class of cable. Present where controlled channels have several full rates.
  std::vector<RateLevels> levels_by_class;

  // Present where the policy has a latency bound.
  bool latency_bound = false;
  DelayBudget delay_budget;          ///< written between windows only
  BigArray<std::int64_t> able_from;  ///< by output lane: when its last wait for credits ended

  PowerBudget power_budget;  ///< in use where the policy has a power limit; written between windows only

  SwitchPlan switch_plan;  ///< in use where whole switches sleep; written between windows only

  DownstreamMeter downstream;  ///< at the other ends of channels; present where the policy uses it
  KnownRows known;
  /// [switch * domains + domain]: time in which no port of such domains was on, in picoseconds, up to the
  /// last wake of one. Present where domains are metered.
  BigArray<DomainsOff<std::int64_t>> domains_off;
  BigArray<CreditPath> credit_paths;  ///< by channel; present where single channels go off

  /// Says whether something must be known of each credit.
  bool counts_credits() const { return downstream.in_use() || has_credit_paths(); }
  /// Says whether channels that are off for packets still carry credits.
  bool has_credit_paths() const { return !credit_paths.empty(); }
  /// Says whether the times of power domains are metered.
  bool meters_domains() const { return !domains_off.empty(); }
  /// Says whether controlled channels have several full rates.
  bool has_several_rates() const { return !levels_by_class.empty(); }
  /// Says whether a policy changes rates.
  bool in_use() const { return !channels.empty(); }
};

}  // namespace ebb::inline engine
