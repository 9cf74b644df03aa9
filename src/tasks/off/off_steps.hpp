// The order in which cables go off in an hour, and each step: the cable, the rules before and after, the
// number of changed rules, and the saving.
#pragma once

#include "fabric/agent/off/detour_tables.hpp"
#include "fabric/agent/off/off_search.hpp"
#include "network/network.hpp"
#include "report/document/table.hpp"
#include "tasks/off/lower_rates.hpp"
#include "tasks/off/off_power.hpp"

namespace ebb::inline tasks {

/// With lower rates it states the rate of each cable, 0 where it goes off.
Table off_steps_table(bool with_watts, bool with_rates = false);

/// Hours as text: "0-6 22 23".
std::string hours_text(const std::vector<std::size_t>& hours);

/// Adds one row for each cable of the plan for these hours, then for each that slows down where the table has
/// rates. It computes the tables of every intermediate step, which takes long for large networks.
void add_off_steps(Table& table, const std::string& hours, const Network& network, const DetourTables& tables,
                   const OffPlan& plan, const OffPower& power_saved,
                   const std::vector<SlowCable>* slow = nullptr);

}  // namespace ebb::inline tasks
