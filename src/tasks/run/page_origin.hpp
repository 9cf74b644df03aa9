// The origin of a page's results: the command as typed, the files as they are, and stored runs.
#pragma once

#include <string>
#include <vector>

#include "report/document/render.hpp"
#include "report/page/origin.hpp"
#include "store/stored_run.hpp"

namespace ebb::inline tasks {

/// "ebb sweep 'my file.toml' --set traffic.load=0.3", quoted for a shell.
std::string command_text(const std::vector<std::string>& words,
                         const std::vector<std::string>& settings = {});

/// The origin of a command of this ebb, with the files that it has read.
Origin origin_of_command(std::string command, const std::vector<std::string>& files);

/// Adds the runs, searches excepted.
void add_runs(const std::vector<StoredRun>& runs, Origin& origin);

/// A command's JSON with its origin, for `ebb report` to read; other formats as they are.
std::string with_origin(std::string rendered, Format format, const Origin& origin);

}  // namespace ebb::inline tasks
