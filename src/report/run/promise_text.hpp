// What became of a promise about latency, for people and for everything else.
#pragma once

#include <nlohmann/json_fwd.hpp>
#include <string>

#include "results/promise_result.hpp"

namespace ebb::inline report {

nlohmann::ordered_json promise_json(const PromiseResult& promise);
/// The same for people: "mean packet latency may grow by 5.00 us: kept, it grew by 1.20 us". `file` is the
/// run's, for the command that would find out.
std::string promise_text(const nlohmann::ordered_json& promise, const std::string& file);

}  // namespace ebb::inline report
