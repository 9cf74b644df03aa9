#include "experiment/run/program.hpp"

#include <fmt/core.h>

#include <set>

namespace ebb::inline experiment {
namespace {

/// Sorted, so that the order of the command line does not matter.
std::set<std::string>& plugins() {
  static std::set<std::string> loaded;
  return loaded;
}

std::vector<std::string>& files() {
  static std::vector<std::string> loaded;
  return loaded;
}

}  // namespace

std::string program_release() { return fmt::format("{}+{}", EBB_VERSION, program_build()); }

std::string program_version() {
  std::string version = program_release();
  for (const std::string& plugin : plugins()) version += ".plugin-" + plugin;
  return version;
}

void count_plugin(std::uint64_t digest, const std::string& file) {
  plugins().insert(fmt::format("{:012x}", digest >> 16));
  files().push_back(file);
}

const std::vector<std::string>& plugin_files() { return files(); }

}  // namespace ebb::inline experiment
