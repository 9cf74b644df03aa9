// Which ebb this is.
#pragma once

#include <string>

namespace ebb {

/// Goes into ids: results of another version are other results.
std::string program_version();

}  // namespace ebb
