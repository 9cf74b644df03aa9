// A run from batch to batch, as plain numbers.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "base/units.hpp"

namespace ebb::inline results {

/// All channels of a kind together in one batch.
struct KindInBatch {
  std::vector<Picoseconds> time_in;  ///< each rate, then the changes by their faster rate
  std::uint64_t bytes = 0;
};

struct RunSeries {
  std::size_t first = 0, end = 0;                 ///< the batches that were measured
  std::vector<std::vector<KindInBatch>> kinds{};  ///< [batch][kind], from the start of the run
};

}  // namespace ebb::inline results
