// Reads the networks and demand matrices of Repetita: real networks as `.graph` (routers, then channels with
// metric, bandwidth and delay) and `.demands` (from, to, rate). A bandwidth and a rate are kbit/s.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "base/result.hpp"
#include "network/igp_network.hpp"

namespace ebb::inline topology {

/// Refuses a channel without its counterpart, a metric or bandwidth that is not positive, and a network that
/// is not connected.
Result<IgpNetwork> read_repetita_graph(const std::string& path);
Result<IgpNetwork> parse_repetita_graph(std::string_view text, const std::string& path);

Result<std::vector<IgpDemand>> read_repetita_demands(const std::string& path, const IgpNetwork& network);
Result<std::vector<IgpDemand>> parse_repetita_demands(std::string_view text, const std::string& path,
                                                      const IgpNetwork& network);

}  // namespace ebb::inline topology
