// Bytes that any number of threads can read at any offset: a file, or memory.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <string>

#include "base/result.hpp"

namespace ebb::inline traffic {

struct TraceBytes {
  virtual ~TraceBytes() = default;
  virtual std::uint64_t size() const = 0;
  /// Fills `out` from `offset` on; false when the bytes are unavailable.
  virtual bool read(std::uint64_t offset, std::span<std::byte> out) const = 0;
};

/// A regular file, kept open.
Result<std::unique_ptr<TraceBytes>> open_bytes(const std::string& path);

/// Bytes in memory, which must outlive the object.
std::unique_ptr<TraceBytes> bytes_in_memory(std::span<const std::byte> bytes);

}  // namespace ebb::inline traffic
