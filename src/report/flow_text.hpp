// What flow control did in a run: pauses, drops, packets that overtook others, and how evenly switches sent;
// as lines and as JSON.
#pragma once

#include <nlohmann/json_fwd.hpp>
#include <string>

#include "results/run_outcome.hpp"

namespace ebb::inline report {

/// What pauses or drops did in the whole run.
std::string flow_line(const FlowResult& flow, const WorkResult& work);
/// Null with credits.
nlohmann::ordered_json flow_json(const RunResult& result);

std::string order_line(const OrderResult& order);
/// Null where nobody asked.
nlohmann::ordered_json order_json(const RunResult& result);

std::string fairness_line(const FairnessResult& fairness);
/// Null where the channels were not told apart.
nlohmann::ordered_json fairness_json(const RunResult& result);

}  // namespace ebb::inline report
