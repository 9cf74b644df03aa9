// A file that is complete at every moment of a long life, for data that must be readable after `kill -9`. It
// has its name from the start. An addition replaces the tail that ended the file so far, and brings a new
// tail, in one write. A kill in the very moment in which such a write crosses a page of the kernel may leave
// its second half unwritten; readers then find the file truncated. After a power failure the disk may have
// less than that.
#pragma once

#include <cstddef>
#include <span>
#include <string>
#include <vector>

#include "base/whole_file.hpp"

namespace ebb::inline base {

class GrowingFile {
 public:
  GrowingFile(std::string path, Existing existing) : path_(std::move(path)), existing_(existing) {}
  GrowingFile(const GrowingFile&) = delete;
  GrowingFile& operator=(const GrowingFile&) = delete;
  ~GrowingFile();

  /// Adds `more` permanently, and a tail until the next call. The first call creates the file.
  void put(std::span<const std::byte> more, std::span<const std::byte> tail);
  /// Flushes the file to the disk. Returns the error, empty when there is none.
  const std::string& finish();
  const std::string& wrong() const { return wrong_; }

 private:
  void make(std::span<const std::byte> content);
  void replace_tail(std::span<const std::byte> content);

  const std::string path_;
  const Existing existing_;
  int file_ = -1;
  std::size_t kept_ = 0;         ///< bytes before the tail
  std::vector<std::byte> tail_;  ///< in the file now
  std::string wrong_;
};

}  // namespace ebb::inline base
