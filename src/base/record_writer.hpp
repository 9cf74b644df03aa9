// Writes a file of records one by one. The file gets its name only when it is complete: what is interrupted
// leaves nothing that could be taken for such a file.
#pragma once

#include <string>

#include "base/record_file.hpp"
#include "base/whole_file.hpp"

namespace ebb::inline base {

class RecordWriter {
 public:
  RecordWriter(std::string path, const FileKind& kind, Existing existing = Existing::is_replaced);

  /// `head` need not say how many bytes are stored, nor any checksum.
  void write(RecordHead head, std::span<const std::byte> stored);
  /// As above, compressed.
  void write_compressed(RecordHead head, std::span<const std::byte> raw);
  /// Why it cannot be written any more; empty when all is well.
  const std::string& wrong() const { return file_.wrong(); }
  /// Gives the file its name. Why it could not be written; empty when all is well.
  const std::string& finish() { return file_.finish(); }

 private:
  WholeFile file_;
  std::uint64_t before_ = 0;
};

}  // namespace ebb::inline base
