// What `ebb compare-policies` and `ebb frontier` share: progress, the live page, the printed table.
#pragma once

#include <functional>

#include "app/command/study_options.hpp"
#include "base/result.hpp"
#include "tasks/study/compare_task.hpp"
#include "tasks/study/study_options.hpp"

namespace ebb::inline app {

using RunPolicyStudy = std::function<Result<ComparedPolicies>(const CompareHooks&)>;

/// Runs the study and prints its result. Returns the exit code.
int do_policy_study(const StudyArguments& arguments, const StudyOptions& options, const Allocation& place,
                    const RunPolicyStudy& run);

}  // namespace ebb::inline app
