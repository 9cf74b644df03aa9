// Writes a file of records one by one. The file gets its name only when it is complete: what is interrupted
// leaves nothing that could be taken for such a file. One that grows is complete each time it is kept.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "base/growing_file.hpp"
#include "base/record_file.hpp"
#include "base/whole_file.hpp"

namespace ebb::inline base {

/// When a file has its name: once it is complete, or from the start, because its writer may be killed.
enum class Naming : bool { at_the_end, at_once };

class RecordWriter {
 public:
  RecordWriter(std::string path, const FileKind& kind, Existing existing = Existing::is_replaced,
               Naming naming = Naming::at_the_end);

  /// `head` need not say how many bytes are stored, nor any checksum.
  void write(RecordHead head, std::span<const std::byte> stored);
  /// As above, compressed.
  void write_compressed(RecordHead head, std::span<const std::byte> raw);
  /// Of a file that has its name at once: all that was written is in it from now on, and this is its last
  /// record until it is kept again, or finished.
  void keep(RecordHead last, std::span<const std::byte> stored);
  void keep_compressed(RecordHead last, std::span<const std::byte> raw);
  /// Why it cannot be written any more; empty when all is well.
  const std::string& wrong() const { return growing_ ? growing_->wrong() : whole_->wrong(); }
  /// Gives the file its name. Why it could not be written; empty when all is well.
  const std::string& finish();

 private:
  void put(std::span<const std::byte> bytes);

  std::optional<WholeFile> whole_;      ///< one of the two
  std::optional<GrowingFile> growing_;  ///< with what is not in it yet:
  std::vector<std::byte> pending_;
  std::uint64_t before_ = 0;
};

}  // namespace ebb::inline base
