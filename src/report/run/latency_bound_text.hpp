// The outcome of a latency bound, as text and as JSON.
#pragma once

#include <nlohmann/json_fwd.hpp>
#include <string>

#include "results/latency_bound_result.hpp"

namespace ebb::inline report {

nlohmann::ordered_json latency_bound_json(const LatencyBoundResult& latency_bound);
/// As text: "mean packet latency may grow by 5.00 us: kept, it grew by 1.20 us". `file` is the run's, for the
/// command that would determine an unknown outcome.
std::string latency_bound_text(const nlohmann::ordered_json& latency_bound, const std::string& file);

}  // namespace ebb::inline report
