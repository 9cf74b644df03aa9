// Which runs of a list are wanted, by words that a user types.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "base/result.hpp"
#include "results/cell.hpp"
#include "tasks/serve/run_columns.hpp"

namespace ebb::inline tasks {

/// Terms between spaces, all of which must hold: "steady load>=0.5 routing.name=ugal_l". A term without a
/// comparison is a part of an id, a file, a verdict or a varied setting, in upper or lower case.
class RunFilter {
 public:
  static Result<RunFilter> read(const Snapshot& snapshot, const std::string& text);
  bool admits(const ServedRun& run) const;

 private:
  struct Comparison {
    RunColumn column;
    std::string_view sign;
    Cell value;
  };
  bool mentions(const ServedRun& run, const std::string& word) const;

  std::vector<RunColumn> searched_;
  std::vector<std::string> words_;  ///< in lower case
  std::vector<Comparison> comparisons_;
};

}  // namespace ebb::inline tasks
