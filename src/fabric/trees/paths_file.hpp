// Files of paths for VLAN trees, for [trees] file: `ebb trees --paths` writes them, and users do. The format:
//
//   # a comment, to the end of the line; empty lines are skipped
//   s0,s3,s1      one path per line: its switches by name from the first to the last, separated by commas
//
// Names are the network's own, or numbers after an s. Every switch with hosts has exactly one path to every
// other one, and all paths from a switch are in one tree.
#pragma once

#include <string>
#include <string_view>

#include "base/problem.hpp"
#include "base/result.hpp"
#include "network/network.hpp"
#include "rules/trees/path_set.hpp"
#include "rules/trees/trunks.hpp"

namespace ebb::inline fabric {

/// Reads the paths over the trunks that are on. Every problem names its line: unknown names, hops without a
/// link, loops, pairs with two paths or none, and paths from one switch that diverge and meet again.
Result<PathSet> read_paths_file(const std::string& path, const Network& network, const Trunks& trunks,
                                const TrunkSet& on);
/// The same for text in memory; `path` is the file name in messages.
Result<PathSet> parse_paths(std::string_view text, const std::string& path, const Network& network,
                            const Trunks& trunks, const TrunkSet& on);

/// The first line of a file that ebb writes, by which it knows that it may replace the file.
inline constexpr std::string_view paths_head = "# paths of VLAN trees, by ebb";

/// Fails when a name cannot be in such a file: it has a comma or a # in it.
Problems check_names_for_paths(const Network& network);
Problems write_paths_file(const std::string& path, const Network& network, const PathSet& paths);

}  // namespace ebb::inline fabric
