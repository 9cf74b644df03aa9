// The effects of flow control in a run: pauses, drops, reordered packets, and how evenly switches sent; as
// JSON, and as text.
#pragma once

#include <nlohmann/json_fwd.hpp>

#include "report/document/document.hpp"
#include "results/run_outcome.hpp"

namespace ebb::inline report {

/// Pauses or drops of the whole run. Null with credits. Hosts without names have their numbers.
nlohmann::ordered_json flow_json(const RunResult& result, const std::vector<std::string>& host_names);
/// Null where it was not recorded.
nlohmann::ordered_json order_json(const RunResult& result);
/// Null where the channels were not recorded.
nlohmann::ordered_json fairness_json(const RunResult& result);

/// Adds all three, as far as the JSON of a run has them.
void add_flow_lines(const nlohmann::ordered_json& summary, NamedLines& lines);

}  // namespace ebb::inline report
