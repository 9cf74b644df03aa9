// For tests of refusals: the text that a user reads, and what it must contain.
#pragma once

#include <gmock/gmock.h>

#include <string>

#include "base/folder_testing.hpp"
#include "experiment/read/run_config.hpp"
#include "experiment/run/prepared_run.hpp"

namespace ebb::inline experiment {

/// Reads and prepares a run from this text, in a file of the folder. Returns the problems, empty when there
/// are none.
inline std::string refusal_of_run(const TestFolder& folder, const std::string& text) {
  auto input = read_run(folder.write("run.toml", text), {});
  if (!input) return to_text(input.problems());
  const auto prepared = prepare_run(std::move(*input));
  return prepared ? "" : to_text(prepared.problems());
}

/// Every refusal has a position, a reason and a hint.
inline auto refused(const std::string& where, const std::string& what, const std::string& hint) {
  using testing::HasSubstr;
  return testing::AllOf(HasSubstr(where + ":"), HasSubstr(what), HasSubstr("hint: "), HasSubstr(hint));
}

}  // namespace ebb::inline experiment
