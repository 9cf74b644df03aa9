// Whatever ebb writes appears complete or not at all. A file is written beside its destination under a unique
// name, flushed to the disk, and only then renamed; a folder likewise. No symbolic link is followed or
// replaced, and unfinished files are removed.
#pragma once

#include <cstddef>
#include <initializer_list>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "base/problem.hpp"

namespace ebb::inline base {

/// Whether an existing file may be replaced. It is decided at the end, not at the beginning, so that of two
/// concurrent writers neither destroys the other's file.
enum class Existing : bool { is_kept, is_replaced };

class WholeFile {
 public:
  explicit WholeFile(std::string path, Existing existing = Existing::is_replaced);
  WholeFile(const WholeFile&) = delete;
  WholeFile& operator=(const WholeFile&) = delete;
  ~WholeFile();  ///< removes an unfinished file

  void write(std::span<const std::byte> bytes);
  void write(std::string_view text) { write(std::as_bytes(std::span(text))); }
  /// Returns the error so far, empty when there is none.
  const std::string& wrong() const { return wrong_; }
  /// Gives the file its name. Returns the error, empty when there is none.
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

/// Removes the unfinished files of this process. For the handler of a signal that ends it: it neither locks
/// nor allocates.
void remove_unfinished() noexcept;

/// Writes files (name, content) into a new folder. Returns the error, empty when there is none.
std::string write_whole_folder(const std::string& path,
                               const std::vector<std::pair<std::string, std::string>>& files);

/// Returns why nothing could be written under this name, as far as is known before: it is a folder, a device
/// or a link, or its folder is missing, full or not writable. Empty when no error is found. It leaves no
/// trace.
std::string check_writable(const std::string& path);

/// Returns a readable error: "the disk is full" instead of "No space left on device".
std::string file_error_text(int error);

/// Checks, before the work, the target of a command without --force. It may replace only earlier output of
/// that command: a typing error must not destroy a configuration or a store. Refuses a file that cannot be
/// written, or that exists without one of `marks` in its first few hundred
/// bytes. `what` it will be, with its article: "a report of ebb's".
Problems check_output_file(const std::string& file, std::initializer_list<std::string_view> marks,
                           std::string_view what);

}  // namespace ebb::inline base
