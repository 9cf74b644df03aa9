// The order in which cables go off in an hour, and what each step takes: which cable, the rules before and
// after, how many of them change, what it saves.
#pragma once

#include "app/off/off_power.hpp"
#include "fabric/agent/off/detour_tables.hpp"
#include "fabric/agent/off/off_search.hpp"
#include "report/document/table.hpp"

namespace ebb::inline app {

Table off_steps_table(bool with_watts);

/// Hours for people: "0-6 22 23".
std::string hours_text(const std::vector<std::size_t>& hours);

/// One row for each cable of the plan, which is for these hours. The tables for every step in between are
/// computed, so it takes a while for large networks.
void add_off_steps(Table& table, const std::string& hours, const Network& network, const DetourTables& tables,
                   const OffPlan& plan, const OffPower& power_saved);

}  // namespace ebb::inline app
