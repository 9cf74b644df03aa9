#include "planner/plan_input.hpp"

#include "rules/tables/table.hpp"

namespace ebb::inline planner {

std::optional<std::uint64_t> PlanInput::table_entries() const {
  if (!rules || settings.addressing == Addressing::unstated) return std::nullopt;
  const Organisation organisation = settings.addressing == Addressing::per_switch  ? Organisation::per_switch
                                    : settings.addressing == Addressing::per_group ? Organisation::per_group
                                    : settings.addressing == Addressing::compacted ? Organisation::compacted
                                                                                   : Organisation::flat;
  const auto& range = (*rules)[organisation];
  if (!range) return std::nullopt;
  return range->highest;
}

}  // namespace ebb::inline planner
