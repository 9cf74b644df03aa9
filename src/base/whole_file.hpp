// Whatever ebb writes appears whole or not at all. A file is written beside its place under a name of its own
// that no other process has, flushed to the disk, and only then given its name; a folder likewise. No
// symbolic link is followed or replaced, and what is not finished is removed.
#pragma once

#include <cstddef>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace ebb::inline base {

/// Whether something that has the name already may be replaced. It is decided at the end, not at the
/// beginning, so that of two that write at once none destroys what the other has made.
enum class Existing : bool { is_kept, is_replaced };

class WholeFile {
 public:
  explicit WholeFile(std::string path, Existing existing = Existing::is_replaced);
  WholeFile(const WholeFile&) = delete;
  WholeFile& operator=(const WholeFile&) = delete;
  ~WholeFile();  ///< removes a file that is not finished

  void write(std::span<const std::byte> bytes);
  void write(std::string_view text) { write(std::as_bytes(std::span(text))); }
  /// Why it cannot be written; empty when all is well so far.
  const std::string& wrong() const { return wrong_; }
  /// Gives the file its name. Why it has none; empty when all is well.
  const std::string& finish();

 private:
  void flush();
  void fail(int error);

  const std::string path_;
  const Existing existing_;
  std::string draft_;  ///< the name it has until it is finished
  int file_ = -1;
  std::vector<std::byte> buffer_;
  std::string wrong_;
};

/// Removes the files of this process that are not finished. For the handler of a signal that ends it: it
/// neither locks nor allocates.
void remove_unfinished() noexcept;

/// Writes files (name, content) into a new folder. Why there is none; empty when all is well.
std::string write_whole_folder(const std::string& path,
                               const std::vector<std::pair<std::string, std::string>>& files);

/// Why nothing could be written under this name, as far as can be known before: it is a folder, a device or a
/// link, or its folder is missing, full or not writable. Empty when all seems well; it leaves no trace.
std::string check_writable(const std::string& path);

/// What happened, for people: "the disk is full" instead of "No space left on device".
std::string file_error_text(int error);

}  // namespace ebb::inline base
