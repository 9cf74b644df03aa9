// The input of a plan: a topology's closed forms, its devices, and the user's settings.
#pragma once

#include <cstdint>
#include <optional>
#include <string>

#include "planner/plan_settings.hpp"
#include "planner/port_kinds.hpp"
#include "power/device/equipment.hpp"
#include "rules/tables/count.hpp"
#include "topology/topology.hpp"

namespace ebb::inline planner {

struct PlanInput : Equipment {
  std::string name, topology;  ///< as PlanResult names them
  Facts facts;
  Cables cables;
  PlanSettings settings;
  std::optional<PortCount> counted;  ///< where closed forms do not give rates, media and devices of all ports
  bool own_rates = false;            ///< its file gives cables rates of their own
  std::optional<RuleCounts> rules;   ///< empty when unknown
  std::optional<double> carries;     ///< of uniform traffic (ideal_throughput.hpp); empty when unknown

  PortCount ports() const { return counted ? *counted : ports_of(facts, cables); }

  /// Entries of the largest table under the plan's addressing. Empty when that is unstated or unknown.
  std::optional<std::uint64_t> table_entries() const;
};

}  // namespace ebb::inline planner
