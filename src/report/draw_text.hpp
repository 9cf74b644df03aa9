// The watts, kilowatt-hours and money of a whole network, as text and as JSON.
#pragma once

#include <nlohmann/json_fwd.hpp>
#include <string>
#include <vector>

#include "results/network_draw.hpp"

namespace ebb::inline report {

/// Several lines, the first for the end of the line `power`, the others indented.
std::string draw_text(const NetworkDraw& draw);
nlohmann::ordered_json draw_json(const NetworkDraw& draw);

/// "not stated, and counted as nothing: …"
std::string missing_text(const std::vector<std::string>& missing);

}  // namespace ebb::inline report
