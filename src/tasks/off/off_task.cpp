#include "tasks/off/off_task.hpp"

#include "base/problem.hpp"
#include "experiment/read/configuration.hpp"
#include "fabric/agent/ports/usual_ports.hpp"
#include "planner/plan_settings.hpp"
#include "tasks/off/off_bound.hpp"

namespace ebb::inline tasks {
namespace {

/// Reads the file's [plan]; a given price takes precedence.
Result<Tariff> read_tariff(const OffOptions& options) {
  auto file = Configuration::read(options.file, options.settings);
  if (!file) return file.problems();
  PlanSettings plan;
  file->section("plan", plan);
  if (Problems problems = file->finish(); !problems.empty()) return problems;
  return Tariff{options.usd_per_kwh.value_or(plan.price_usd_per_kwh), plan.pue, 1};
}

}  // namespace

Result<OffInput> read_off_input(const OffOptions& options) {
  auto file = read_fabric_file(options.file, options.settings);
  if (!file) return file.problems();
  const Network& network = (*file)->network;
  auto demand = read_day_of_demand(options.demand, network);
  if (!demand) return demand.problems();
  for (auto& hour : *demand)
    for (HostDemand& d : hour) d.bits_per_second *= options.scale;
  const auto tariff = read_tariff(options);
  if (!tariff) return tariff.problems();
  auto power_saved = off_power(network, options.power);
  if (!power_saved) return power_saved.problems();
  auto lower = options.limits.slower ? lower_rates(network, options.power) : LowerRates();
  if (!lower) return lower.problems();
  if (Problems problems = check_spare(network, options.limits.spare); !problems.empty()) return problems;
  if (options.limits.exact)
    if (Problems problems = check_bound(*power_saved); !problems.empty()) return problems;
  return OffInput{std::move(*file),        std::move(*demand), options.limits,
                  std::move(*power_saved), std::move(*lower),  *tariff};
}

Result<OffResult> choose_off(OffInput input, const OffObserver& observer) {
  const Network& network = input.network();
  auto tables = std::make_unique<DetourTables>(network, input.file->programs(), usual_ports(network));
  auto day =
      search_day(network, *tables, input.demand, input.limits, input.power_saved, input.lower, observer);
  if (!day) return day.problems();
  return OffResult{std::move(input), std::move(tables), std::move(*day)};
}

Result<OffResult> choose_off(const OffOptions& options) {
  auto input = read_off_input(options);
  if (!input) return input.problems();
  return choose_off(std::move(*input));
}

}  // namespace ebb::inline tasks
