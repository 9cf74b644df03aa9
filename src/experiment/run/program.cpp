#include "experiment/run/program.hpp"

#include <fmt/core.h>

#include <set>

namespace ebb::inline experiment {
namespace {

/// In an order that does not depend on that of the command line.
std::set<std::string>& plugins() {
  static std::set<std::string> loaded;
  return loaded;
}

}  // namespace

std::string program_release() { return fmt::format("{}+{}", EBB_VERSION, program_build()); }

std::string program_version() {
  std::string version = program_release();
  for (const std::string& plugin : plugins()) version += ".plugin-" + plugin;
  return version;
}

void count_plugin(std::uint64_t digest) { plugins().insert(fmt::format("{:012x}", digest >> 16)); }

}  // namespace ebb::inline experiment
