// Which policies `ebb compare-policies` tries.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "experiment/prepared_run.hpp"

namespace ebb::inline study {

struct PolicyCase {
  std::string name;
  std::unique_ptr<Policy> policy;  ///< null: always full rate
  std::string meaning{};           ///< its name and all its parameters, defaults too
  PolicyPlace place{};             ///< where the user has written it, if anywhere
};

/// The [[compare]] list of the file, or the policy of its [control] section, if it has one, and one of each
/// kind that fits the channels; always full rate comes first.
Result<std::vector<PolicyCase>> policy_cases(const RunInput& input, const Node* own);

}  // namespace ebb::inline study
