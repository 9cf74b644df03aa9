#include "app/program.hpp"

#include <fmt/core.h>

namespace ebb {

std::string program_version() { return fmt::format("{}+{}", EBB_VERSION, program_build()); }

}  // namespace ebb
