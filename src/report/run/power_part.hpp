// The parts of a network's power: their names, and whether they are known.
#pragma once

#include <algorithm>
#include <array>
#include <string>
#include <string_view>
#include <vector>

#include "base/units.hpp"
#include "results/plan_result.hpp"

namespace ebb::inline report {

struct PowerPart {
  std::string_view key, name;            ///< in the data of runs, and in text
  std::string_view plan_key, plan_name;  ///< the same of plans
  Watts PlanPower::*watts;
  /// The numbers that it is computed from, as missing numbers are named. Empty: a part that few devices
  /// state, and that is known only where it is not zero.
  std::array<std::string_view, 2> made_of{};

  /// False for a part that is zero because no device states its numbers. It has no figure then: unknown is
  /// not 0 W.
  bool is_known(const PlanPower& power, const std::vector<std::string>& missing) const {
    if ((power.*watts).v != 0) return true;
    if (made_of[0].empty()) return false;
    return std::none_of(missing.begin(), missing.end(), [&](const std::string& device) {
      const std::string_view numbers =
          std::string_view(device).substr(std::min(device.rfind('('), device.size()));
      return std::any_of(made_of.begin(), made_of.end(), [&](std::string_view number) {
        return !number.empty() && numbers.find(number) != std::string_view::npos;
      });
    });
  }
};

/// In the order of every report. Runs have no forwarding tables.
inline constexpr std::array<PowerPart, 7> power_parts{{
    {"switch_base_w",
     "switch base",
     "switch_base_power",
     "switches, base",
     &PlanPower::switch_base,
     {"base"}},
    {"ports_w", "ports", "port_power", "switch ports", &PlanPower::ports, {"port"}},
    {"transceivers_w",
     "transceivers",
     "transceiver_power",
     "transceivers",
     &PlanPower::transceivers,
     {"transceiver"}},
    {"adapters_w", "adapters", "nic_power", "host adapters", &PlanPower::nics, {"base", "port"}},
    {"traffic_w",
     "traffic",
     "traffic_power",
     "traffic (per bit, per packet)",
     &PlanPower::traffic,
     {"per_bit", "per_packet"}},
    {"buffers_w", "buffers", "buffer_power", "packet buffers", &PlanPower::buffers, {}},
    {"", "", "table_power", "forwarding tables", &PlanPower::tables, {}},
}};

}  // namespace ebb::inline report
