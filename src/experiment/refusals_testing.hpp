// For tests of what is refused: what a user reads, and what must be in it.
#pragma once

#include <gmock/gmock.h>

#include <string>

#include "base/folder_testing.hpp"
#include "experiment/read/run_config.hpp"
#include "experiment/run/prepared_run.hpp"

namespace ebb::inline experiment {

/// Reads and prepares a run from this text, in a file of the folder. Returns what is wrong; empty when
/// nothing is.
inline std::string refusal_of_run(const TestFolder& folder, const std::string& text) {
  auto input = read_run(folder.write("run.toml", text), {});
  if (!input) return to_text(input.problems());
  const auto prepared = prepare_run(std::move(*input));
  return prepared ? "" : to_text(prepared.problems());
}

/// Every refusal has its place, a reason and a way out.
inline auto refused(const std::string& where, const std::string& what, const std::string& hint) {
  using testing::HasSubstr;
  return testing::AllOf(HasSubstr(where + ":"), HasSubstr(what), HasSubstr("hint: "), HasSubstr(hint));
}

}  // namespace ebb::inline experiment
