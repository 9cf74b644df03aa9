#include "tasks/off/off_steps.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <iterator>

#include "fabric/agent/cable_set.hpp"
#include "fabric/inventory/names.hpp"
#include "fabric/openflow/flow_rule.hpp"
#include "results/cell.hpp"

namespace ebb::inline tasks {
namespace {

std::vector<FlowRule> rules_of(const SwitchProgram& program) {
  std::vector<FlowRule> rules = program.rules;
  std::sort(rules.begin(), rules.end());
  return rules;
}

std::size_t count_rules(const std::vector<SwitchProgram>& programs) {
  std::size_t count = 0;
  for (const SwitchProgram& program : programs) count += program.rules.size();
  return count;
}

/// The number of rules that only one of the two has.
std::size_t count_changes(const std::vector<SwitchProgram>& before, const std::vector<SwitchProgram>& after) {
  std::size_t count = 0;
  for (std::size_t s = 0; s < before.size(); ++s) {
    std::vector<FlowRule> changed;
    const auto old = rules_of(before[s]), now = rules_of(after[s]);
    std::set_symmetric_difference(old.begin(), old.end(), now.begin(), now.end(),
                                  std::back_inserter(changed));
    count += changed.size();
  }
  return count;
}

}  // namespace

Table off_steps_table(bool with_watts, bool with_rates) {
  Table table{.title = "the order of switching off",
              .columns = {{"hours", "hours"},
                          {"step", "step", "", Align::right},
                          {"from", "cable from"},
                          {"to", "to"},
                          {"rules_before", "rules before", "", Align::right},
                          {"rules_after", "after", "", Align::right},
                          {"rules_changed", "changed", "", Align::right}},
              .rows = {}};
  if (with_rates) table.columns.push_back({"rate_mbps", "at", "Mb/s", Align::right});
  if (with_watts) table.columns.push_back({"saved_w", "saved", "W", Align::right, 1});
  return table;
}

std::string hours_text(const std::vector<std::size_t>& hours) {
  std::string text;
  for (std::size_t i = 0; i < hours.size();) {
    std::size_t last = i;
    while (last + 1 < hours.size() && hours[last + 1] == hours[last] + 1) ++last;
    if (last == i + 1) last = i;  // two hours are not abbreviated
    text += fmt::format("{}{}", text.empty() ? "" : " ", hours[i]);
    if (last > i) text += fmt::format("-{}", hours[last]);
    i = last + 1;
  }
  return text;
}

void add_off_steps(Table& table, const std::string& hours, const Network& network, const DetourTables& tables,
                   const OffPlan& plan, const OffPower& power_saved, const std::vector<SlowCable>* slow) {
  CableSet on(network);
  std::vector<SwitchProgram> before = tables.plain(on);
  std::int64_t step = 0;
  const auto add = [&](const SlowCable& to, std::size_t rules_after, std::size_t changed) {
    std::vector<Cell> row{hours,
                          ++step,
                          port_name(network, to.cable),
                          port_name(network, network.peer[to.cable]),
                          static_cast<std::int64_t>(count_rules(before)),
                          static_cast<std::int64_t>(rules_after),
                          static_cast<std::int64_t>(changed)};
    if (slow) row.emplace_back(to.rate.v / 1'000'000);
    if (power_saved.known()) row.emplace_back(to.saved_w);
    table.add(std::move(row));
  };
  for (const PortId cable : plan.order) {
    on.set(network, cable, false);
    std::vector<SwitchProgram> after = tables.plain(on);
    add({cable, {}, power_saved.known() ? power_saved.cable_w(network, cable) : 0}, count_rules(after),
        count_changes(before, after));
    before = std::move(after);
  }
  if (slow)
    for (const SlowCable& cable : *slow) add(cable, count_rules(before), 0);
}

}  // namespace ebb::inline tasks
