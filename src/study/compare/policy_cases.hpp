// Which policies `ebb compare-policies` tries.
#pragma once

#include <string>
#include <vector>

#include "base/result.hpp"
#include "config/node.hpp"
#include "experiment/run/run_input.hpp"

namespace ebb::inline study {

struct PolicyCase {
  std::string name;       ///< its name in tables
  Node policy;            ///< for [control]: a name, or a table with its parameters
  std::string meaning;    ///< its name and all its parameters, defaults too
  Node with{};            ///< parameters of the run that are others under it
  bool is_bound = false;  ///< no policy, but what none can beat
};

/// What becomes of a policy that cannot work in a run.
enum class Misfits { refused, left_out };

/// Returns the run under the policy.
Node run_under(Node root, const PolicyCase& policy);

/// The [[compare]] list of the file. Without one: the policy of its [control] section, if it has one, and one
/// of each kind that fits the channels. Full rate comes first.
Result<std::vector<PolicyCase>> policy_cases(const RunInput& input, const Node* own,
                                             Misfits misfits = Misfits::refused);

}  // namespace ebb::inline study
