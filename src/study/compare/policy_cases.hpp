// Which policies `ebb compare-policies` tries.
#pragma once

#include <string>
#include <vector>

#include "base/result.hpp"
#include "config/node.hpp"
#include "experiment/run/run_input.hpp"

namespace ebb::inline study {

struct PolicyCase {
  std::string name;     ///< its name in tables
  Node policy;          ///< for [control]: a name, or a table with its parameters
  std::string meaning;  ///< its name and all its parameters, defaults too
};

/// The [[compare]] list of the file. Without one: the policy of its [control] section, if it has one, and one
/// of each kind that fits the channels. Full rate comes first.
Result<std::vector<PolicyCase>> policy_cases(const RunInput& input, const Node* own);

}  // namespace ebb::inline study
