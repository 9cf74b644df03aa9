// Writes a network for other programs. The job of `ebb export`.
#pragma once

#include <string>
#include <vector>

#include "base/result.hpp"
#include "experiment/read/settings.hpp"

namespace ebb::inline tasks {

struct NetworkExportOptions {
  std::string file;    ///< TOML with [topology]: a run, a plan, a fabric
  std::string format;  ///< a NetworkFormat, or parts: the bill of materials of a plan (CSV)
  bool switches = false, groups = false;  ///< without hosts; groups of switches instead of switches
  Settings settings;                      ///< "section.key=value", which override the file
};

struct ExportedNetwork {
  std::string text;
  std::string
      notice;  ///< a line for the user, such as that ebb itself could not read so large a file; or empty
};

Result<ExportedNetwork> export_file(const NetworkExportOptions& options);

}  // namespace ebb::inline tasks
