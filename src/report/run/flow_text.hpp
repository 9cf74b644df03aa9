// What flow control did in a run: pauses, drops, packets that overtook others, and how evenly switches sent;
// as JSON, and as lines for people.
#pragma once

#include <nlohmann/json_fwd.hpp>

#include "report/document/document.hpp"
#include "results/run_outcome.hpp"

namespace ebb::inline report {

/// What pauses or drops did in the whole run. Null with credits. Hosts without names go by their numbers.
nlohmann::ordered_json flow_json(const RunResult& result, const std::vector<std::string>& host_names);
/// Null where nobody asked.
nlohmann::ordered_json order_json(const RunResult& result);
/// Null where the channels were not told apart.
nlohmann::ordered_json fairness_json(const RunResult& result);

/// All three, as far as the JSON of a run has them.
void add_flow_lines(const nlohmann::ordered_json& summary, NamedLines& lines);

}  // namespace ebb::inline report
