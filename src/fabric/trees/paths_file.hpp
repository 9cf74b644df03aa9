// Paths of one's own for VLAN trees: a file with one path in each line, its switches by name from the first
// to the last, with commas between them. Every switch with hosts needs a path to every other one.
#pragma once

#include <string>
#include <string_view>

#include "base/result.hpp"
#include "rules/trees/path_set.hpp"

namespace ebb::inline fabric {

/// The paths over the trunks that are on. Whatever is wrong is said with its line: names, hops without a
/// link, loops, pairs with two paths or none, and paths of a switch that part and meet again.
Result<PathSet> read_paths_file(const std::string& path, const Network& network, const Trunks& trunks,
                                const TrunkSet& on);
/// The same for text that is at hand; `path` stands for the file in messages.
Result<PathSet> parse_paths(std::string_view text, const std::string& path, const Network& network,
                            const Trunks& trunks, const TrunkSet& on);

}  // namespace ebb::inline fabric
