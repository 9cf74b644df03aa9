// What sleeping saves in a planned network, as data of a plan's JSON and as a table with the finding first.
#pragma once

#include <nlohmann/json_fwd.hpp>
#include <optional>
#include <string>

#include "report/document/table.hpp"
#include "report/page/json_reader.hpp"
#include "results/sleep_result.hpp"

namespace ebb::inline report {

/// The member "sleep" of plan_json().
nlohmann::ordered_json sleep_json(const SleepResult& sleep);

/// The finding in one sentence, from the member "sleep": the policy that saves most, or why nothing can be
/// saved. Empty without that member.
std::string sleep_sentence(const PageJson& sleep);

/// The policies of a plan; nothing where the plan has no savings to show.
std::optional<Table> sleep_table(const PageJson& sleep);

}  // namespace ebb::inline report
