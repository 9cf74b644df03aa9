// Whole switches that slept, what power domains saved, and how fast the power of the fabric changed: as JSON,
// and as lines of the summary that is drawn from it.
#pragma once

#include <nlohmann/json.hpp>
#include <string>

#include "report/page/json_reader.hpp"
#include "results/run_outcome.hpp"

namespace ebb::inline report {

nlohmann::ordered_json switch_sleep_json(const SwitchSleepResult& sleep);
std::string switch_sleep_text(const PageJson& json);

/// By power table: the joules that domains without a port that was on saved. Empty where there are none.
nlohmann::ordered_json domains_json(const RunResult& result);
std::string domains_text(const PageJson& rows);

/// By power table of a run with sleeping switches: the largest change of power within a second, and the
/// strongest swing.
nlohmann::ordered_json ramps_json(const RunResult& result);
std::string ramps_text(const PageJson& rows);

}  // namespace ebb::inline report
