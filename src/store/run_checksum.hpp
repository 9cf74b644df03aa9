// Checksums of a stored run, over all that is read from it: a flipped bit anywhere in a database is noticed
// before anybody sees a wrong figure.
#pragma once

#include <cstdint>

#include "store/stored_run.hpp"

namespace ebb::inline store {

struct RunChecksums {
  std::int64_t columns = 0;  ///< of what has a column of its own
  std::int64_t lists = 0;    ///< of parameters and figures, and whose they are
  bool operator==(const RunChecksums&) const = default;
};

RunChecksums checksums_of(const StoredRun& run);

}  // namespace ebb::inline store
