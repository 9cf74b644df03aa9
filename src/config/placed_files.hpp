// Resolves the paths of files that a configuration names. A relative path starts from the folder of the file
// that names it; one from the command line, from the current folder. Where no such file exists, the other of
// the two is tried.
#pragma once

#include <string>
#include <string_view>

#include "config/node.hpp"

namespace ebb::inline config {

/// Returns the path with which the file can be opened, or the path unchanged where there is no such file.
std::string placed_file(const std::string& file, const std::string& named_by, bool on_command_line);

/// True when a text is a path, and not the name of something that ships with ebb.
bool looks_like_path(std::string_view text);

/// Resolves every `file` of the section and its tables. Positions of values from the command line begin with
/// `set_option`.
void place_files(Node& section, const std::string& named_by, std::string_view set_option);

/// Makes the same paths absolute, so that a copy of the section elsewhere refers to the same files.
void make_files_absolute(Node& section);

}  // namespace ebb::inline config
