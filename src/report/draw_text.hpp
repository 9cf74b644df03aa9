// The watts, kilowatt-hours and money of a whole network, as text and as JSON.
#pragma once

#include <nlohmann/json_fwd.hpp>
#include <string>
#include <vector>

#include "results/network_draw.hpp"

namespace ebb::inline report {

nlohmann::ordered_json draw_json(const NetworkDraw& draw);
/// The same for people, as several lines.
std::string draw_text(const nlohmann::ordered_json& power);

/// "not stated, and counted as nothing: …"
std::string missing_text(const std::vector<std::string>& missing);

}  // namespace ebb::inline report
