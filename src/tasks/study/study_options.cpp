#include "tasks/study/study_options.hpp"

#include <fmt/format.h>

namespace ebb::inline tasks {

std::string what_is_missing(const SweepOutcome& outcome) {
  if (outcome.complete()) return {};
  const std::size_t done = outcome.done_before + outcome.done + outcome.done_by_others;
  return fmt::format("not the whole study: {} of {} done", done, outcome.total);
}

}  // namespace ebb::inline tasks
