// A file that is whole at every moment of a long life, for what must be readable after `kill -9`. It has its
// name from the start. What is added takes the place of the tail that closed the file so far, and brings a
// new tail, in one write. After a power cut the disk may have less than that.
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

  /// Adds `more` for good, and a tail until the next time. The first one makes the file.
  void put(std::span<const std::byte> more, std::span<const std::byte> tail);
  /// Flushes it to the disk. Why it could not be written; empty when all is well.
  const std::string& finish();
  const std::string& wrong() const { return wrong_; }

 private:
  void make(std::span<const std::byte> content);
  void replace_tail(std::span<const std::byte> content);

  const std::string path_;
  const Existing existing_;
  int file_ = -1;
  std::size_t kept_ = 0;         ///< bytes before the tail
  std::vector<std::byte> tail_;  ///< that the file has now
  std::string wrong_;
};

}  // namespace ebb::inline base
