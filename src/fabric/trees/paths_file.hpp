// User-defined paths for VLAN trees: a file with one path per line, its switches by name from first to last,
// separated by commas. Every switch with hosts needs a path to every other one.
#pragma once

#include <string>
#include <string_view>

#include "base/result.hpp"
#include "rules/trees/path_set.hpp"

namespace ebb::inline fabric {

/// Reads the paths over the trunks that are on. Every problem names its line: unknown names, hops without a
/// link, loops, pairs with two paths or none, and paths from one switch that diverge and meet again.
Result<PathSet> read_paths_file(const std::string& path, const Network& network, const Trunks& trunks,
                                const TrunkSet& on);
/// The same for text in memory; `path` is the file name in messages.
Result<PathSet> parse_paths(std::string_view text, const std::string& path, const Network& network,
                            const Trunks& trunks, const TrunkSet& on);

}  // namespace ebb::inline fabric
