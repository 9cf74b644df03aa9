#include "app/program.hpp"

namespace ebb {

std::string program_version() { return EBB_VERSION; }

}  // namespace ebb
