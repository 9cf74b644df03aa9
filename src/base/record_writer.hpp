// Writes a file of records one by one. The file gets its name only when it is complete: what is interrupted
// leaves nothing that could be taken for such a file.
#pragma once

#include <cstdio>
#include <string>

#include "base/record_file.hpp"

namespace ebb::inline base {

class RecordWriter {
 public:
  RecordWriter(std::string path, const FileKind& kind);
  RecordWriter(const RecordWriter&) = delete;
  RecordWriter& operator=(const RecordWriter&) = delete;
  ~RecordWriter();  ///< an unfinished file is deleted

  /// `head` need not say how many bytes are stored, nor any checksum.
  void write(RecordHead head, std::span<const std::byte> stored);
  /// As above, compressed.
  void write_compressed(RecordHead head, std::span<const std::byte> raw);
  /// Why it cannot be written any more; empty when all is well.
  std::string wrong() const;
  /// Gives the file its name. Why it could not be written; empty when all is well.
  std::string finish();

 private:
  void append(std::span<const std::byte> bytes);

  const std::string path_, unfinished_;
  std::FILE* file_ = nullptr;
  int error_ = 0;  ///< the first one
  std::uint64_t before_ = 0;
};

}  // namespace ebb::inline base
