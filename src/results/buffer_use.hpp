// The number of cells of the switches' buffers in use in the measured time. A cell is the part of a buffer
// that can be powered down by itself.
#pragma once

#include <algorithm>
#include <cstdint>

#include "base/units.hpp"

namespace ebb::inline results {

struct BufferUse {
  Bytes cell{};
  std::uint64_t buffers = 0;  ///< of all switches together
  std::uint64_t cells = 0;    ///< of all these buffers
  double in_use = 0;          ///< on average, from the first byte written to the last byte read

  /// Returns how many cells are powered on average when idle cells are powered down: those in use, and in
  /// each buffer the next one, which is powered up when the one before it is first written.
  double powered() const {
    return std::min(static_cast<double>(cells), in_use + static_cast<double>(buffers));
  }
};

}  // namespace ebb::inline results
