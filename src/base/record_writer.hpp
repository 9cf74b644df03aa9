// Writes a record file one record at a time. The file gets its name only when it is complete: an interrupted
// write leaves nothing that looks like such a file. A growing file is complete after each keep().
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "base/growing_file.hpp"
#include "base/record_file.hpp"
#include "base/whole_file.hpp"

namespace ebb::inline base {

/// When a file gets its name: once it is complete, or from the start, because its writer may be killed.
enum class Naming : bool { at_the_end, at_once };

class RecordWriter {
 public:
  RecordWriter(std::string path, const FileKind& kind, Existing existing = Existing::is_replaced,
               Naming naming = Naming::at_the_end);

  /// The sizes and checksums in `head` are filled in here.
  void write(RecordHead head, std::span<const std::byte> stored);
  /// The same, compressed.
  void write_compressed(RecordHead head, std::span<const std::byte> raw);
  /// For a file that has its name at once: from now on all written records are in it. `last` ends it until
  /// the next keep() or finish().
  void keep(RecordHead last, std::span<const std::byte> stored);
  void keep_compressed(RecordHead last, std::span<const std::byte> raw);
  /// Returns the error that prevents writing, empty when there is none.
  const std::string& wrong() const { return growing_ ? growing_->wrong() : whole_->wrong(); }
  /// Gives the file its name. Returns the error, empty when there is none.
  const std::string& finish();

 private:
  void put(std::span<const std::byte> bytes);

  std::optional<WholeFile> whole_;      ///< one of the two
  std::optional<GrowingFile> growing_;  ///< with the bytes that are not in it yet:
  std::vector<std::byte> pending_;
  std::uint64_t before_ = 0;
};

}  // namespace ebb::inline base
