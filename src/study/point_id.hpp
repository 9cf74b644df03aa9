// How points are known: by what they are, not by the file they come from.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "config/node.hpp"

namespace ebb::inline study {

/// Of a resolved configuration: differs when anything in it does that a result depends on, which run.threads
/// is not; whatever the order of its lines.
std::uint64_t configuration_digest(const Node& document);

/// 16 hex digits that differ when the configuration does, or the program.
std::string point_id(const Node& document);

std::uint64_t digest_of(std::string_view text);

}  // namespace ebb::inline study
