// Where the files are that a configuration names. A relative path starts from the folder of the file that
// names it; one that the command line names, from the current folder. Where nothing is there, the other of
// the two is tried, so that files of both kinds of habit work.
#pragma once

#include <string>
#include <string_view>

#include "config/node.hpp"

namespace ebb::inline config {

/// Returns the path with which the file can be opened; the path as it is where there is no such file.
std::string placed_file(const std::string& file, const std::string& named_by, bool on_command_line);

/// Whether a text is a path, and no name of something that ships with ebb.
bool looks_like_path(std::string_view text);

/// Puts such paths in place of every `file` of the section and the tables in it. `set_option` is how the
/// places of values from the command line begin.
void place_files(Node& section, const std::string& named_by, std::string_view set_option);

/// Makes the same paths absolute, so that a copy of the section elsewhere means the same.
void make_files_absolute(Node& section);

}  // namespace ebb::inline config
