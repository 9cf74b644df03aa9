#include "config/data_files.hpp"

#include <fmt/core.h>

#include <cstdlib>

namespace ebb::inline config {

std::string data_file(std::string_view name) {
  const char* home = std::getenv("EBB_HOME");
  return fmt::format("{}/{}", home && *home ? home : EBB_SOURCE_DIR, name);
}

}  // namespace ebb::inline config
