// What ovs-ofctl prints, read back: rules, groups and ports. Rules that ebb wrote come back in its own
// spelling; those of others keep whatever Open vSwitch says.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "fabric/driver.hpp"

namespace ebb::inline fabric {

/// A line of `dump-flows`; nothing for a heading.
std::optional<InstalledRule> parse_flow_line(std::string_view line);
/// A line of `dump-groups`.
std::optional<FlowGroup> parse_group_line(std::string_view line);
/// The whole output of `dump-ports-desc`, then that of `dump-ports` for the counters.
std::vector<PortState> parse_ports(const std::string& description, const std::string& counters);

std::vector<std::string> cut_lines(const std::string& text);

}  // namespace ebb::inline fabric
