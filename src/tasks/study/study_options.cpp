#include "tasks/study/study_options.hpp"

#include <fmt/format.h>

namespace ebb::inline tasks {

SweepOptions sweep_options_at(const Allocation& place) {
  SweepOptions options;
  options.jobs = cores_for(place);
  options.memory = memory_for(place);
  options.wait = place.rank == 0;
  return options;
}

std::string what_is_missing(const SweepOutcome& outcome) {
  if (outcome.complete()) return {};
  const std::size_t done = outcome.done_before + outcome.done + outcome.done_by_others;
  return fmt::format("not the whole study: {} of {} done", done, outcome.total);
}

}  // namespace ebb::inline tasks
