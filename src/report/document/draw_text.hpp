// The watts, kilowatt-hours and money of a whole network, as text and as JSON.
#pragma once

#include <nlohmann/json_fwd.hpp>
#include <string>
#include <vector>

#include "results/network_power.hpp"

namespace ebb::inline report {

nlohmann::ordered_json power_json(const NetworkPower& draw);
/// The same for people, as several lines.
std::string draw_text(const nlohmann::ordered_json& power);

/// What the watts and the money rest on and what is not in them, a sentence each, for below a table of them.
std::vector<std::string> basis_notes(const PowerBasis& basis);

/// Under control, where no file states what a switch's port draws: its savings are not nothing, but unknown.
inline constexpr const char* unknown_saving_text =
    "what slower and sleeping ports of switches save is not known and not in these watts: no file states "
    "what "
    "one draws";

/// "not stated, and counted as nothing: …"; where that leaves no power at all, "power is missing: …".
std::string missing_text(const std::vector<std::string>& missing, bool power_known = true);

}  // namespace ebb::inline report
