// Writes a network for other programs. The job of `ebb export`.
#pragma once

#include <string>
#include <vector>

#include "base/result.hpp"
#include "experiment/read/settings.hpp"

namespace ebb::inline tasks {

struct NetworkExportOptions {
  std::string file;    ///< TOML with [topology]: a run, a plan, a fabric
  std::string format;  ///< graphml, dot, mininet or json (NetworkX's node-link data)
  Settings settings;   ///< "section.key=value", which override the file
};

struct ExportedNetwork {
  std::string text;
  std::string notice;  ///< a line for the user where ebb itself could not read so large a file; or empty
};

Result<ExportedNetwork> export_file(const NetworkExportOptions& options);

}  // namespace ebb::inline tasks
