#include "experiment/program.hpp"

#include <fmt/core.h>

namespace ebb::inline experiment {

std::string program_version() { return fmt::format("{}+{}", EBB_VERSION, program_build()); }

}  // namespace ebb::inline experiment
