// Parses the output of ovs-ofctl: rules, groups and ports. Rules that ebb wrote come back in its own
// spelling; those of others keep the spelling of Open vSwitch.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "fabric/driver.hpp"

namespace ebb::inline fabric {

/// Parses a line of `dump-flows`; nullopt for a heading.
std::optional<InstalledRule> parse_flow_line(std::string_view line);
/// Parses a line of `dump-groups`.
std::optional<FlowGroup> parse_group_line(std::string_view line);
/// Parses the output of `dump-ports-desc`, and that of `dump-ports` for the counters.
std::vector<PortState> parse_ports(const std::string& description, const std::string& counters);

std::vector<std::string> cut_lines(const std::string& text);

}  // namespace ebb::inline fabric
