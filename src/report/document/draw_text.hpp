// The power, energy and cost of a whole network, as text and as JSON.
#pragma once

#include <nlohmann/json_fwd.hpp>
#include <string>
#include <vector>

#include "results/network_power.hpp"

namespace ebb::inline report {

nlohmann::ordered_json power_json(const NetworkPower& draw);
/// The same as text of several lines.
std::string draw_text(const nlohmann::ordered_json& power);

/// Returns the assumptions and omissions of power and cost, one sentence each, as notes below a table.
std::vector<std::string> basis_notes(const PowerBasis& basis);

/// For a controlled run without port power in any file: its savings are unknown, not zero.
inline constexpr const char* unknown_saving_text =
    "what slower and sleeping ports of switches save is not known and not in these watts: no file states "
    "what "
    "one draws";

/// "not stated, and counted as nothing: …"; where that leaves no power at all, "power is missing: …".
std::string missing_text(const std::vector<std::string>& missing, bool power_known = true);

}  // namespace ebb::inline report
