// Ids of points. They depend on the configuration, not on the file it comes from.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "config/node.hpp"
#include "experiment/read/file_content.hpp"

namespace ebb::inline study {

/// Digest of a resolved configuration. It differs when anything differs that a result depends on: not
/// run.threads or run.executor, not the order of lines, not the units of quantities. The content of named
/// files counts.
std::uint64_t configuration_digest(const Node& document, const std::vector<FileContent>& contents);

/// 16 hex digits that depend on the configuration and the program version.
std::string point_id(const Node& document, const std::vector<FileContent>& contents);

/// The configuration as stored: TOML, with a comment for the content of each file.
std::string stored_config(const Node& document, const std::vector<FileContent>& contents);
/// Reads those comments.
std::vector<FileContent> contents_in(std::string_view stored_config);

std::uint64_t digest_of(std::string_view text);

}  // namespace ebb::inline study
