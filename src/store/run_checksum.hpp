// Checksums of a stored run, over everything that is read from it: a flipped bit anywhere in a database is
// detected before a wrong figure is shown.
#pragma once

#include <cstdint>

#include "store/stored_run.hpp"

namespace ebb::inline store {

struct RunChecksums {
  std::int64_t columns = 0;  ///< of the fields with their own columns
  std::int64_t lists = 0;    ///< of parameters and figures, and the id of their run
  bool operator==(const RunChecksums&) const = default;
};

RunChecksums checksums_of(const StoredRun& run);

}  // namespace ebb::inline store
