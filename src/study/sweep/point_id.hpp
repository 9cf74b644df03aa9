// How points are known: by what they are, not by the file they come from.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "config/node.hpp"
#include "experiment/read/file_content.hpp"

namespace ebb::inline study {

/// Of a resolved configuration: differs when anything in it does that a result depends on, which run.threads
/// is not; whatever the order of its lines and the units of its quantities. The files that it names count
/// with their content.
std::uint64_t configuration_digest(const Node& document, const std::vector<FileContent>& contents);

/// 16 hex digits that differ when the configuration does, or the program.
std::string point_id(const Node& document, const std::vector<FileContent>& contents);

/// The configuration as it is stored: TOML, with a comment for the content of each file.
std::string stored_config(const Node& document, const std::vector<FileContent>& contents);
/// What those comments say.
std::vector<FileContent> contents_in(std::string_view stored_config);

std::uint64_t digest_of(std::string_view text);

}  // namespace ebb::inline study
