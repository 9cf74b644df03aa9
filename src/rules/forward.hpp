// Forward declarations, for files that only pass these types on.
#pragma once

namespace ebb::inline rules {

struct TreePaths;

}  // namespace ebb::inline rules
